import LinuxSystem
import Restoring
import SnapshotArchive
import SnapshotModel
import TestSupport
import TreeScanning

/// A snapshot in memory, with the faults that a store can have.
struct MemorySnapshot: SnapshotContents {
    var record = SnapshotRecord()
    var directories: [BytePath: [TreeEntry]] = [.root: []]
    var contents: [Digest: [UInt8]] = [:]
    /// Contents that differ from their hash.
    var damaged: Set<Digest> = []
    /// Called before each piece that is handed out.
    var onRead: @Sendable () -> Void = {}

    init() {
        record.number = 42
        record.created = WallClock.now()
    }

    /// Takes a snapshot of a directory.
    init(of scratch: ScratchDirectory, rules: ScanRules = ScanRules()) throws {
        self.init()
        let tree = try TreeScanner(rules: rules).scan(
            .everything(trustCache: false), root: scratch.descriptor, known: NothingKnown(),
            lastScan: nil)
        for item in tree.items {
            var entry = item.entry
            if entry.kind == .directory { directories[item.path] = directories[item.path] ?? [] }
            if item.needsRead {
                let bytes = try scratch.descriptor.openBeneath(item.path, .readOnly)
                    .readAll(atMost: 1 << 30)
                let digest = SHA256.digest(of: bytes)
                contents[digest] = bytes
                entry.content = digest
            }
            if item.path.isRoot {
                record.rootEntry = entry
            } else {
                directories[item.path.parent ?? .root, default: []].append(entry)
            }
        }
    }

    func entries(of directory: BytePath) throws -> [TreeEntry] {
        guard let entries = directories[directory] else {
            let listing = directory.parent.flatMap { directories[$0] } ?? []
            let isKnown = listing.contains {
                $0.name == directory.name && $0.kind == .directory
            }
            throw UserError(isKnown ? .damaged : .noPath, "no listing", remedy: "none")
        }
        return entries
    }

    func readContent(_ digest: Digest, _ body: (Span<UInt8>) throws -> Void) throws {
        guard let bytes = contents[digest] else {
            throw UserError(.damaged, "no content", remedy: "none")
        }
        var start = 0
        while start < bytes.count {
            onRead()
            let end = min(start + 70_000, bytes.count)
            try body(bytes.span.extracting(start..<end))
            start = end
        }
        if damaged.contains(digest) { throw UserError(.damaged, "damaged", remedy: "none") }
    }

    /// Adds a name to a directory, with a content if it is a file.
    mutating func add(
        _ name: String, kind: EntryKind = .file, content: String = "", to directory: String = ""
    ) {
        var entry = TreeEntry(
            name: Array(name.utf8), kind: kind, mode: 0o644, uid: SystemIdentity.effectiveUserID,
            gid: SystemIdentity.effectiveGroupID, modified: FileTime(seconds: 1_000_000))
        let path = BytePath(directory)
        switch kind {
        case .file:
            let bytes = Array(content.utf8)
            entry.size = Int64(bytes.count)
            let digest = SHA256.digest(of: bytes)
            entry.content = digest
            contents[digest] = bytes
        case .directory:
            entry.mode = 0o755
            directories[path.appending(entry.name)] = []
        case .link: entry.target = Array(content.utf8)
        default: break
        }
        directories[path, default: []].append(entry)
    }

    /// Changes what the snapshot says of a name.
    mutating func update(_ path: String, _ change: (inout TreeEntry) -> Void) {
        let path = BytePath(path)
        let parent = path.parent ?? .root
        guard var entries = directories[parent],
            let index = entries.firstIndex(where: { $0.name == path.name })
        else { return }
        change(&entries[index])
        directories[parent] = entries
    }
}

extension ScratchDirectory {
    /// Everything below the directory, with a digest for every file, that two equal trees have in common.
    func picture() throws -> [BytePath: TreeEntry] {
        let snapshot = try MemorySnapshot(of: self)
        var picture: [BytePath: TreeEntry] = [:]
        for (directory, entries) in snapshot.directories {
            for var entry in entries {
                entry.linkGroup = nil
                picture[directory.appending(entry.name)] = entry
            }
        }
        return picture
    }

    /// What stands under a name.
    func status(_ path: String) throws -> FileStatus {
        let path = BytePath(path)
        return try descriptor.openBeneath(path.parent ?? .root, [.readOnly, .directory])
            .status(of: path.name)
    }

    /// Whether a name is taken.
    func exists(_ path: String) -> Bool {
        do {
            _ = try status(path)
            return true
        } catch {
            return false
        }
    }

    /// A file's content as text.
    func text(of path: String) throws -> String {
        String(decoding: try read(path), as: UTF8.self)
    }

    /// The names in a directory, sorted.
    func names(in path: String = "") throws -> [String] {
        var names: [String] = []
        try descriptor.openBeneath(BytePath(path), [.readOnly, .directory]).names { name, _ in
            names.append(String(decoding: name, as: UTF8.self))
        }
        return names.sorted()
    }
}

/// Plans and carries out a restore.
@discardableResult
func restore(
    _ snapshot: MemorySnapshot, _ request: RestoreRequest, progress: JobProgress = JobProgress()
) throws -> RestoreSummary {
    let plan = try RestorePlanner(contents: snapshot).plan(request)
    return try Restorer(contents: snapshot).apply(plan, progress: progress)
}
