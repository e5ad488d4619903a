import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport

/// A directory to save and a directory for zips.
final class Bench: Sendable {
    let scratch: ScratchDirectory
    let root: FileDescriptor
    /// The directory that is saved, within the scratch directory.
    private let data: String

    /// Makes both; `mount` may mount something on the directory for zips before that of the data is made.
    init(data: String = "data", mount: (ScratchDirectory) throws -> Void = { _ in }) throws {
        scratch = try ScratchDirectory()
        self.data = data
        try scratch.makeDirectories("zips")
        try mount(scratch)
        try scratch.makeDirectories(data)
        root = try scratch.descriptor.openBeneath(BytePath(data), [.readOnly, .directory])
    }

    func write(_ content: some Sequence<UInt8>, to name: String) throws {
        try scratch.write(content, to: data + "/" + name)
    }

    func write(_ text: String, to name: String) throws {
        try scratch.write(text, to: data + "/" + name)
    }

    func write(_ content: some Sequence<UInt8>, named name: [UInt8]) throws {
        try scratch.write(content, to: BytePath(data).appending(name))
    }

    func zipPath(_ name: String) -> String { scratch.text + "/zips/" + name }

    /// What a scan would plan: every file live, or carried where `carriers` hold its path in the same state.
    func plan(carrying old: SavedZip? = nil) throws -> ArchivePlan {
        var items = [ArchiveItem]()
        let status = try root.status()
        var entry = TreeEntry(
            name: [], kind: .directory, mode: status.mode, uid: status.uid, gid: status.gid,
            modified: status.modified)
        entry.attributes = try root.attributes()
        items.append(ArchiveItem(entry: entry, path: .root, parent: 0, source: .metadata))
        try addChildren(of: .root, index: 0, to: &items, old?.known ?? [:])
        return ArchivePlan(items: items, carriers: old.map { [$0.reader] } ?? [])
    }

    private func addChildren(
        of path: BytePath, index: Int, to items: inout [ArchiveItem],
        _ known: [BytePath: TreeEntry]
    ) throws {
        let directory = try root.openBeneath(path, [.readOnly, .directory])
        var names = [[UInt8]]()
        try directory.names { name, _ in names.append(name) }
        for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            let status = try directory.status(of: name)
            var entry = TreeEntry(
                name: name, kind: status.kind, mode: status.mode, uid: status.uid,
                gid: status.gid, modified: status.modified)
            let child = path.appending(name)
            var source = ArchiveSource.metadata
            switch status.kind {
            case .file:
                entry.size = status.size
                source = .live
                if status.linkCount > 1 {
                    entry.linkGroup = LinkGroup(
                        device: status.device, inode: status.inode, count: status.linkCount)
                }
                if let old = known[child], old.modified == status.modified,
                    old.size == status.size
                {
                    entry.content = old.content
                    entry.isCondensed = old.isCondensed
                    entry.dataRanges = old.dataRanges
                    source = .carried(carrier: 0)
                }
            case .link: entry.target = try directory.readLink(name)
            default: break
            }
            items.append(
                ArchiveItem(
                    entry: entry, path: child, parent: index, source: source,
                    identity: status.identity))
            if status.kind == .directory {
                try addChildren(of: child, index: items.count - 1, to: &items, known)
            }
        }
    }

    /// Writes a snapshot zip of the directory.
    func save(
        _ name: String, carrying old: SavedZip? = nil, plan: ArchivePlan? = nil, workers: Int = 4,
        progress: JobProgress = JobProgress()
    ) throws -> SavedZip {
        let plan = try plan ?? self.plan(carrying: old)
        let path = BytePath("zips").appending(Array(name.utf8))
        let file = try scratch.descriptor.openBeneath(path, [.create, .readWrite, .truncate])
        let writer = try SnapshotWriter(root: root, workers: workers, progress: progress)
        let written = try writer.write(plan, record: Self.record, into: file) { record, items in
            record.duration = 1
            record.counts.added = items.entries.count
        }
        let reader = try ArchiveReader.open(
            try scratch.descriptor.openBeneath(path, .readOnly), path: path)
        // The second opinion on every zip of every test.
        try ForeignCheck.check(reader)
        var known = [BytePath: TreeEntry]()
        for (item, entry) in zip(plan.items, written.items) { known[item.path] = entry }
        return SavedZip(
            path: zipPath(name), written: written, reader: reader, known: known, plan: plan)
    }

    static var record: SnapshotRecord {
        var record = SnapshotRecord()
        record.id = "0123456789abcdef0123456789abcdef"
        record.number = 42
        record.store = "00000000-0000-4000-8000-000000000000"
        record.dataset = "documents"
        record.host = "here"
        record.root = BytePath("/home/me/Documents")
        record.created = FileTime(seconds: 1_764_468_000, nanoseconds: 123_456_789)
        return record
    }
}

/// A zip that a test wrote, and what it was written from.
struct SavedZip {
    var path: String
    var written: WrittenSnapshot
    var reader: ArchiveReader
    var known: [BytePath: TreeEntry]
    var plan: ArchivePlan

    func entry(_ name: String) -> ZipEntry? {
        reader.entries.first { $0.name == Array(name.utf8) }
    }

    /// The content of a live item that was torn, `nil` if it was not.
    func tornContent(_ index: Int) -> Digest? {
        guard case .torn(_, let content) = written.outcomes[index] else { return nil }
        return content
    }

    /// All content of a digest in one array.
    func content(_ digest: Digest) throws -> [UInt8] {
        var content = [UInt8]()
        try reader.readContent(digest) { content.append($0) }
        return content
    }

    /// The entry's header and data as they lie in the file.
    func bytes(of entry: ZipEntry) throws -> [UInt8] {
        let file = try FileDescriptor.open(BytePath(path), .readOnly)
        return try file.readExactly(
            entry.localHeaderCount + Int(entry.packed), at: entry.headerOffset)
    }
}
