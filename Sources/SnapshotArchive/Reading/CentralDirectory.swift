internal import LinuxSystem
internal import SnapshotModel

/// The entries of a zip as its central directory lists them, checked against the file's size and each other.
struct CentralDirectory: Sendable {
    /// The entries in the directory's order.
    var entries: [ZipEntry]
    /// Where each entry's bytes end: at the next entry's header, or where the entries end.
    var ends: [Int64]
    /// Indices of the entries by name.
    var byName: [[UInt8]: Int]
    /// Indices of files' entries by content; of equal ones the first.
    var byDigest: [Digest: Int]
    /// Whether the entries were found by their local headers alone.
    var isSalvaged = false

    /// No central directory of more bytes is read into memory; it would hold some six million entries.
    private static let sizeLimit: Int64 = 1 << 30

    /// Reads and checks the central directory of a zip of `size` bytes.
    static func read(
        _ file: borrowing FileDescriptor, size: Int64
    ) throws(ZipFault) -> CentralDirectory {
        let end = try DirectoryEnd.read(file, size: size)
        guard end.size <= sizeLimit, end.count <= end.size / 46 else { throw .badCount }
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try file.readExactly(Int(end.size), at: end.offset)
        } catch {
            throw .unreadable(error)
        }
        var entries = [ZipEntry]()
        entries.reserveCapacity(Int(end.count))
        var cursor = ByteCursor(bytes)
        while entries.count < Int(end.count) {
            guard let entry = ZipEntry(centralHeaderAt: &cursor) else {
                throw .badCentralHeader(index: entries.count)
            }
            entries.append(entry)
        }
        guard cursor.remaining == 0 else { throw .badCount }
        return try CentralDirectory(entries, entriesEnd: end.offset)
    }

    /// Checks that names differ and that no entry reaches into another, and indexes the entries.
    init(_ entries: [ZipEntry], entriesEnd: Int64) throws(ZipFault) {
        self.entries = entries
        byName = Dictionary(minimumCapacity: entries.count)
        byDigest = Dictionary(minimumCapacity: entries.count)
        ends = Array(repeating: entriesEnd, count: entries.count)
        for (index, entry) in entries.enumerated() {
            guard byName.updateValue(index, forKey: entry.name) == nil else {
                throw .duplicateName(index: index)
            }
            guard let digest = entry.digest, entry.isContent, byDigest[digest] == nil else {
                continue
            }
            byDigest[digest] = index
        }
        try findEnds(entriesEnd)
    }

    private mutating func findEnds(_ entriesEnd: Int64) throws(ZipFault) {
        let order = entries.indices.sorted { entries[$0].headerOffset < entries[$1].headerOffset }
        if let first = order.first, entries[first].headerOffset != 0 {
            throw .overlap(index: first)
        }
        for (position, index) in order.enumerated() {
            let next = position + 1
            let end = next < order.count ? entries[order[next]].headerOffset : entriesEnd
            ends[index] = end
            let entry = entries[index]
            let room = end - entry.headerOffset
            let needed = Int64(entry.localHeaderCount)
            guard end <= entriesEnd, entry.packed <= room - Int64(30 + entry.name.count) else {
                throw .overlap(index: index)
            }
            if room - entry.packed == needed + 20 { entries[index].isWide = true }
        }
    }

    /// Where the entries end and the directory begins.
    var entriesEnd: Int64 { ends.max() ?? 0 }

    /// Whether an entry's bytes are its header as we write it and its data, and nothing else.
    func isTight(_ index: Int) -> Bool {
        let entry = entries[index]
        return ends[index] - entry.headerOffset == Int64(entry.localHeaderCount) + entry.packed
    }
}

extension ZipEntry {
    /// Whether the entry holds a file of the snapshot, not what the zip says about it.
    var isContent: Bool {
        kind == .file && (!name.starts(with: OwnName.prefix) || name.starts(with: OwnName.odd))
    }
}
