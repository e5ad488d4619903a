internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotModel

/// A second copy of the newest snapshot's trees: with one of them goes everything that it names.
///
/// A tree of a directory that never changes lies in one old zip only, and all later snapshots share its fate.
struct TreeCopies {
    /// Seconds after which the trees are copied anew.
    static let age: Int64 = 86_400
    /// The copy may take one part of so many of the store.
    private static let share: Int64 = 20
    /// What a name takes in a tree, packed.
    private static let bytesPerName: Int64 = 64

    let store: Store
    let progress: JobProgress

    /// Copies the trees if the last copy is of yesterday and the store large beside them; says whether it did.
    func run() throws(UserError) -> Bool {
        guard let newest = store.newest, let root = newest.record.rootTree,
            newest.record.layout == .incremental, try isDue(root), isSmall(newest.record.counts)
        else { return false }
        do {
            try copy(root)
        } catch {
            throw Sweep.translated(error, store.path)
        }
        return true
    }

    private func isDue(_ root: Digest) throws(UserError) -> Bool {
        try store.change { job, settings throws(UserError) in
            guard let last = job.objects.newestTreeCopy else { return true }
            let age = settings.clock.now.seconds - last.status.modified.seconds
            return last.trees != root && abs(age) >= Self.age
        }
    }

    private func isSmall(_ counts: SnapshotCounts) -> Bool {
        let names = Int64(counts.files + counts.directories)
        let total = store.snapshots.reduce(Int64(0)) { $0 + $1.status.allocated }
        return names * Self.bytesPerName <= max(1 << 20, total / Self.share)
    }

    private func copy(_ root: Digest) throws {
        progress.begin("copying")
        var (record, name) = try store.newContentZip()
        record.treeRoot = root
        // There is nothing in it that could be packed smaller.
        record.isPacked = true
        let path = store.directory.path(of: name, in: .base)
        let file = try store.directory.with(.base) { folder throws(SystemError) in
            try DurableFile.make(in: folder)
        }
        var writer = try ContentZipWriter(CarriedZip(record), into: file.descriptor, path: path)
        var waiting = [root]
        var seen: Set<Digest> = [root]
        while let tree = waiting.popLast() {
            try progress.checkCancelled()
            let text = try store.objects.treeObject(tree)
            try writer.add(tree: text, of: tree)
            for line in try TreeText.parse(text) {
                guard let below = line.tree, seen.insert(below).inserted else { continue }
                waiting.append(below)
            }
        }
        try writer.finish()
        let placed = try Sweep.examine(file.descriptor, path: path)
        // What lies elsewhere stays what is read: this is for the day on which it cannot be.
        _ = try store.adopt(file, named: name, placed, record: record, replacing: false)
    }
}

extension [ObjectZip] {
    /// The newest zip that is there for its copy of all trees.
    var newestTreeCopy: ObjectZip? {
        filter { $0.trees != nil && $0.damage == nil }.max {
            ($0.status.modified, $0.name.count) < ($1.status.modified, $1.name.count)
        }
    }
}
