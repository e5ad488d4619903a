internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotModel

/// Finds out what is lost by damage: in which snapshots, at which path, and which zip has a good copy.
struct DamageTracing {
    let store: Store
    let snapshots: [StoredSnapshot]
    let progress: JobProgress
    /// Where listings are read from.
    private let source: any TreeSource

    init(
        _ store: Store, _ snapshots: [StoredSnapshot], _ progress: JobProgress,
        source: (any TreeSource)? = nil
    ) {
        self.source = source ?? store.objects
        self.store = store
        self.snapshots = snapshots
        self.progress = progress
    }

    /// Everything that the snapshots show.
    func reachable() throws(UserError) -> ReachableObjects {
        var reachable = ReachableObjects(source, progress)
        for snapshot in snapshots { try reachable.walk(snapshot) }
        return reachable
    }

    /// Completes what was found, and names the zip of the snapshot where a content is in none.
    func complete(
        _ result: inout StoreVerification, _ reachable: ReachableObjects
    ) throws(UserError) {
        let lost = Set(result.damage.compactMap(\.damage.digest))
        guard !lost.isEmpty else { return }
        let shown = try paths(to: lost, reachable)
        let copies = try copies(of: result.damage)
        for index in result.damage.indices {
            let found = result.damage[index]
            guard let digest = found.damage.digest else { continue }
            let numbers = shown[digest].map { Array($0.keys).sorted() } ?? []
            result.damage[index].snapshots = numbers.filter {
                loses(digest, $0, by: found.file)
            }
            let number = result.damage[index].snapshots.last ?? numbers.last
            result.damage[index].damage.path = number.flatMap { shown[digest]?[$0] }
            if found.file.isEmpty, let snapshot = snapshots.first(where: { $0.number == number }) {
                result.damage[index].file = snapshot.fileName
            }
            if let copy = copies[digest], copy != found.file {
                result.damage[index].otherFile = copy
                result.damage[index].otherCopy = SnapshotFileName(copy)?.number
            }
        }
    }

    /// Whether a snapshot that shows an object does not hold it in a zip of its own that is another one.
    private func loses(_ object: Digest, _ number: Int, by file: [UInt8]) -> Bool {
        guard let snapshot = snapshots.first(where: { $0.number == number }),
            snapshot.fileName != file
        else { return true }
        let place = try? store.pool.zip(named: snapshot.fileName)?.archive().place(of: object)
        return place == nil
    }

    /// The first path of each lost object in each snapshot that shows it; only trees above lost ones are gone through.
    private func paths(
        to lost: Set<Digest>, _ reachable: ReachableObjects
    ) throws(UserError) -> [Digest: [Int: BytePath]] {
        let above = try trees(above: lost, reachable)
        var found: [Digest: [Int: BytePath]] = [:]
        for snapshot in snapshots {
            guard let root = snapshot.record.rootTree else { continue }
            var waiting = [(root, BytePath.root)]
            while let (tree, path) = waiting.popLast() {
                try progress.checkCancelled()
                if lost.contains(tree), found[tree]?[snapshot.number] == nil {
                    found[tree, default: [:]][snapshot.number] = path
                }
                guard above.contains(tree) else { continue }
                for line in lines(of: tree) {
                    switch line {
                    case .part(let part): waiting.append((part.tree, path))
                    case .entry(let entry):
                        let child = path.appending(entry.name)
                        if let tree = entry.tree { waiting.append((tree, child)) }
                        guard let content = entry.content, lost.contains(content) else { continue }
                        let known = found[content]?[snapshot.number]
                        if known.map({ child < $0 }) != false {
                            found[content, default: [:]][snapshot.number] = child
                        }
                    }
                }
            }
        }
        return found
    }

    /// The tree objects from which lost ones are reached.
    func trees(
        above lost: Set<Digest>, _ reachable: ReachableObjects
    ) throws(UserError) -> Set<Digest> {
        var parents: [Digest: [Digest]] = [:]
        var waiting = [Digest]()
        for tree in reachable.trees {
            try progress.checkCancelled()
            for line in lines(of: tree) {
                switch line {
                case .part(let part): parents[part.tree, default: []].append(tree)
                case .entry(let entry):
                    if let child = entry.tree { parents[child, default: []].append(tree) }
                    if entry.content.map(lost.contains) == true { waiting.append(tree) }
                }
            }
        }
        for tree in lost { waiting += parents[tree] ?? [] }
        var above: Set<Digest> = []
        while let tree = waiting.popLast() {
            if above.insert(tree).inserted { waiting += parents[tree] ?? [] }
        }
        return above
    }

    func lines(of tree: Digest) -> [TreeLine] {
        // What cannot be read has been found before.
        (try? source.treeObject(tree)).flatMap { try? TreeText.parse($0) } ?? []
    }

    /// The newest zip with a copy of each lost object that was read whole now; not where it was found damaged.
    private func copies(of damage: [StoreDamage]) throws(UserError) -> [Digest: [UInt8]] {
        var bad: [Digest: Set<[UInt8]>] = [:]
        for found in damage {
            guard let digest = found.damage.digest else { continue }
            bad[digest, default: []].insert(found.file)
        }
        var copies: [Digest: [UInt8]] = [:]
        let objects = store.objects
        for name in try store.pool.names() where copies.count < bad.count {
            try progress.checkCancelled()
            guard let zip = try ifReadable({ try store.pool.open(name) }),
                let archive = try ifReadable({ try zip.archive() })
            else { continue }
            for (digest, files) in bad where copies[digest] == nil && !files.contains(name) {
                guard let place = try? archive.place(of: digest) else { continue }
                let found = FoundObject(zip: zip, place: place, isListed: true)
                let isGood = try ifReadable { try objects.read(digest, found) { _ in } } != nil
                if isGood { copies[digest] = name }
            }
        }
        return copies
    }
}
