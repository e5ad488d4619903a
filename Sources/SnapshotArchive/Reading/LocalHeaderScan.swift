internal import LinuxSystem
internal import SnapshotModel

/// Finds the entries of a zip whose central directory is damaged, by their local headers.
///
/// Our local headers always have the sizes, so that one leads to the next; behind a damaged one the scan looks
/// for the next signature.
enum LocalHeaderScan {
    private static let window = 1 << 20

    /// The entries that are whole; they have no digests.
    static func directory(
        of file: borrowing FileDescriptor, size: Int64
    ) throws(SystemError) -> CentralDirectory {
        var entries = [ZipEntry]()
        var ends = [Int64]()
        var position: Int64 = 0
        var buffer = [UInt8]()
        while position < size {
            buffer.removeAll(keepingCapacity: true)
            guard try file.read(into: &buffer, atMost: 1 << 13, at: position) > 0 else { break }
            var cursor = ByteCursor(buffer)
            if var entry = ZipEntry(localHeaderAt: &cursor),
                entry.packed <= size - position - Int64(cursor.offset)
            {
                entry.headerOffset = position
                position += Int64(cursor.offset) + entry.packed
                entries.append(entry)
                ends.append(position)
            } else {
                position = try nextSignature(in: file, after: position, size: size)
            }
        }
        return CentralDirectory(salvaged: entries, ends: ends)
    }

    private static func nextSignature(
        in file: borrowing FileDescriptor, after position: Int64, size: Int64
    ) throws(SystemError) -> Int64 {
        var buffer = [UInt8]()
        var start = position + 1
        while start < size {
            buffer.removeAll(keepingCapacity: true)
            guard try file.read(into: &buffer, atMost: window, at: start) >= 4 else { break }
            for offset in 0...(buffer.count - 4)
            where buffer[offset] == 0x50 && buffer[offset + 1] == 0x4B
                && buffer[offset + 2] == 3 && buffer[offset + 3] == 4
            {
                return start + Int64(offset)
            }
            start += Int64(buffer.count - 3)
        }
        return size
    }
}

extension CentralDirectory {
    /// Indexes entries that were found by their local headers; of equal names the last one counts.
    init(salvaged entries: [ZipEntry], ends: [Int64]) {
        self.entries = entries
        self.ends = ends
        byName = [:]
        byDigest = [:]
        isSalvaged = true
        for (index, entry) in entries.enumerated() { byName[entry.name] = index }
    }
}
