import LinuxSystem
import SnapshotModel
import SnapshotStore
import TestSupport

@testable import SnapshotArchive

extension StoreFixture {
    /// Changes a file, and takes a snapshot that holds only what the store does not have.
    @discardableResult
    func saveChanges(
        _ store: Store, _ text: String, in file: String
    ) throws -> StoredSnapshot {
        try scratch.write(text, to: "data/\(file)")
        return try saveChanges(store)
    }

    /// Takes a snapshot that holds only what the store does not have.
    @discardableResult
    func saveChanges(_ store: Store) throws -> StoredSnapshot {
        let file = try store.makeSnapshotFile()
        let root = try dataFolder()
        var record = try record(for: store)
        record.layout = .incremental
        var plan = try plan(root)
        plan.stored = store
        let items = plan.items
        let writer = try SnapshotWriter(root: root, workers: 1)
        let written = try writer.writeChanges(
            plan, record: record, into: file.descriptor
        ) { record, packed, trees in
            var entries = packed.entries
            try TreeBuilder.build(items, &entries, into: &trees)
            if let root = entries.first ?? nil { record.rootEntry = root }
            record.rootEntry.name = []
            record.counts.files = entries.count { $0?.kind == .file }
            record.counts.directories = entries.count { $0?.kind == .directory }
        }
        return try store.publish(file, record: written.record, changes: nil).snapshot
    }

    /// Everything that a snapshot shows, contents included.
    func everything(in view: SnapshotView) throws -> [BytePath: Shown] {
        var found: [BytePath: Shown] = [:]
        try view.walk { path, entry in
            var bytes = [UInt8]()
            if let content = entry.content {
                try view.readContent(content) { bytes.append($0) }
            }
            var entry = entry
            // Two stores are written one after the other.
            if path.isRoot { entry.tree = nil }
            found[path] = Shown(entry: entry, bytes: bytes)
        }
        return found
    }

    /// An entry with the bytes of its content.
    struct Shown: Equatable {
        var entry: TreeEntry
        var bytes: [UInt8]
    }

    /// Changes files and directories at random.
    func mutateData(_ random: inout SeededGenerator) throws {
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            let directory = ["", "d/", "d/e/", "f/"].randomElement(using: &random) ?? ""
            let path = "data/\(directory)\(Int.random(in: 0..<6, using: &random))"
            if Int.random(in: 0..<4, using: &random) == 0 {
                try? remove(path)
                continue
            }
            if !directory.isEmpty { try scratch.makeDirectories("data/\(directory)") }
            // Few contents, so that equal ones come again; some are large enough to be read in parts.
            let content = Int.random(in: 0..<12, using: &random)
            let count = content < 2 ? 3_000_000 : content * 1000
            try scratch.write([UInt8](repeating: UInt8(content), count: count), to: path)
        }
    }
}
