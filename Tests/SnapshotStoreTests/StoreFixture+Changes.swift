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
    func saveChanges(
        _ store: Store, beforePublishing: () throws -> Void = {}
    ) throws -> StoredSnapshot {
        try store.forgetVanished()
        let losses = store.lossCount
        let file = try store.makeSnapshotFile()
        let root = try dataFolder()
        var record = try record(for: store)
        record.layout = .incremental
        var plan = try plan(root)
        plan.stored = store
        if let newest = store.newest { try add(predecessorsIn: newest, of: store, to: &plan) }
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
        try beforePublishing()
        return try store.publish(
            file, record: written.record, changes: nil, losses: losses
        ).snapshot
    }

    /// Large files become patches over what the newest snapshot has at their paths.
    private func add(
        predecessorsIn newest: StoredSnapshot, of store: Store, to plan: inout ArchivePlan
    ) throws {
        plan.bases = store.patching()
        let view = try store.view(newest.number)
        for (index, item) in plan.items.enumerated() where item.entry.size >= 1 << 20 {
            let entry = try view.entry(at: item.path)
            plan.predecessors[index] = entry?.content
            if entry?.isCondensed == true { plan.condensedPredecessors.insert(index) }
        }
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
            // Few contents, so that equal ones come again.
            let content = Int.random(in: 0..<12, using: &random)
            guard content < 3 else {
                try scratch.write(
                    [UInt8](repeating: UInt8(content), count: content * 1000), to: path)
                continue
            }
            // Large ones change in places only.
            var bytes = (try? scratch.read(path)) ?? []
            if bytes.count < 1 << 20 { bytes = random.bytes(1_200_000) }
            for _ in 0..<3 { bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 }
            try scratch.write(bytes, to: path)
        }
    }
}
