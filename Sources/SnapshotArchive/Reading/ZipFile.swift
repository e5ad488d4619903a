internal import LinuxSystem
internal import SnapshotModel

/// A zip of ours that is open for reading: its entries and their bytes.
final class ZipFile: PackedFile {
    let path: BytePath
    let status: FileStatus
    let file: FileDescriptor
    let directory: CentralDirectory
    /// Why the central directory could not be used, if it could not.
    let fault: ZipFault?

    /// Reads the central directory, or finds the entries by their local headers if it is damaged.
    init(_ descriptor: consuming FileDescriptor, path: BytePath) throws(SystemError) {
        file = descriptor
        self.path = path
        status = try file.status()
        do throws(ZipFault) {
            directory = try CentralDirectory.read(file, size: status.size)
            fault = nil
        } catch {
            if case .unreadable(let cause) = error { throw cause }
            directory = try LocalHeaderScan.directory(of: file, size: status.size)
            fault = error
        }
    }

    /// The entry's own position in messages.
    func damage(_ index: Int, _ why: String) -> UserError {
        damage(directory.entries[index], why)
    }

    /// Where the entry's data begins, as its local header says.
    func dataOffset(of index: Int) throws(UserError) -> Int64 {
        let entry = directory.entries[index]
        if directory.isTight(index) {
            return entry.headerOffset + Int64(entry.localHeaderCount)
        }
        let room = Int(min(directory.ends[index] - entry.headerOffset, 30 + 2 * 0xFFFF))
        var cursor = ByteCursor(try bytes(room, at: entry.headerOffset))
        guard let local = ZipEntry(localHeaderAt: &cursor), local.name == entry.name else {
            throw damage(index, "has no local header")
        }
        let offset = entry.headerOffset + Int64(cursor.offset)
        guard entry.packed <= directory.ends[index] - offset else {
            throw damage(index, "reaches into the next entry")
        }
        return offset
    }

    /// Whether the local header says the same as the central one.
    func hasSoundLocalHeader(_ index: Int) throws(UserError) -> Bool {
        let entry = directory.entries[index]
        let room = min(Int(directory.ends[index] - entry.headerOffset), entry.localHeaderCount)
        var cursor = ByteCursor(try bytes(room, at: entry.headerOffset))
        guard let local = ZipEntry(localHeaderAt: &cursor) else { return false }
        return local.name == entry.name && local.method == entry.method
            && local.checksum == entry.checksum && local.packed == entry.packed
            && local.plain == entry.plain
    }

    /// Whether the local header is the one that was written for such an entry.
    ///
    /// Entries that were found by their local headers have nothing else to be compared with.
    func hasSoundHeader(_ index: Int) throws(UserError) -> Bool {
        if directory.isSalvaged { return try hasSoundLocalHeader(index) }
        if try hasOwnHeader(index) { return true }
        // Before a hole it cannot be told from the sizes whether a header is wide.
        var entry = directory.entries[index]
        entry.isWide.toggle()
        return try hasOwnHeader(index, of: entry)
    }

    /// Whether the local header is, byte for byte, the one that we write for such an entry.
    func hasOwnHeader(_ index: Int) throws(UserError) -> Bool {
        try hasOwnHeader(index, of: directory.entries[index])
    }

    private func hasOwnHeader(_ index: Int, of entry: ZipEntry) throws(UserError) -> Bool {
        var header = [UInt8]()
        entry.appendLocalHeader(to: &header)
        guard Int64(header.count) + entry.packed <= directory.ends[index] - entry.headerOffset
        else { return false }
        return try bytes(header.count, at: entry.headerOffset) == header
    }

    /// Appends up to `count` bytes from `offset` and says how many, 0 at the file's end.
    func read(
        into buffer: inout [UInt8], atMost count: Int, at offset: Int64
    ) throws(SystemError) -> Int {
        try file.read(into: &buffer, atMost: count, at: offset)
    }

    /// Appends bytes of the file to a buffer; a file that is shorter than it was is an error.
    func read(_ count: Int, at offset: Int64, into buffer: inout [UInt8]) throws(UserError) {
        do throws(SystemError) {
            var done = 0
            while done < count {
                let read = try file.read(
                    into: &buffer, atMost: count - done, at: offset + Int64(done))
                guard read > 0 else { throw SystemError("pread", errno: .io) }
                done += read
            }
        } catch {
            throw failure(error)
        }
    }
}
