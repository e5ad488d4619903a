internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotModel
internal import Synchronization

/// An examination of a store: zip by zip, then from the roots of the snapshots down, then what is lost by what was found.
struct StoreExamination {
    let store: Store
    let depth: VerificationDepth
    let progress: JobProgress
    /// Contents that some zip holds, as its central directory says.
    private var contents: Set<Digest> = []
    /// Contents that patches make, and what these change.
    private var patches: [Digest: Digest] = [:]
    /// Contents that the snapshots show.
    private var shown: Set<Digest> = []
    /// Zips that could not be opened at all.
    private var unreadable: Set<[UInt8]> = []
    /// What was found so far.
    private(set) var result = StoreVerification()

    init(_ store: Store, depth: VerificationDepth, progress: JobProgress) {
        self.store = store
        self.depth = depth
        self.progress = progress
    }

    /// Examines snapshots; `isWhole` says that they are all that is kept, and other zips count for themselves too.
    mutating func examine(_ snapshots: [StoredSnapshot], isWhole: Bool) throws(UserError) {
        result.snapshots = snapshots.count
        let own = snapshots.map(\.fileName)
        let others = try store.pool.names().filter { !own.contains($0) }
        progress.begin("checking", files: own.count)
        var examined = own
        for snapshot in snapshots {
            try examine(snapshot.fileName, snapshot)
            progress.add(files: 1)
        }
        let held = contents
        for name in others {
            if isWhole, store.place(of: name) != nil {
                try examine(name, nil)
                examined.append(name)
            } else {
                try note(name)
            }
        }
        var reachable = ReachableObjects(store.objects, progress)
        // Without its own zip nobody knows what a snapshot shows.
        for snapshot in snapshots where !unreadable.contains(snapshot.fileName) {
            try reachable.walk(snapshot)
        }
        result.trees = reachable.trees.count
        shown = reachable.contents
        noteAbsent(reachable)
        if depth.readsData {
            try read(examined, only: depth.chosen, eachCopy: true)
            if !isWhole {
                let others = others.filter { !examined.contains($0) }
                try read(
                    others, only: reachable.contents.subtracting(held), eachCopy: false)
            }
        }
        result.foundUnderOtherHash()
        try DamageTracing(store, snapshots, progress).complete(&result, reachable)
        result.tellOnce()
    }

    /// Looks at one zip: its structure, its trees, and what it holds.
    private mutating func examine(
        _ name: [UInt8], _ snapshot: StoredSnapshot?
    ) throws(UserError) {
        try progress.checkCancelled()
        do throws(UserError) {
            let reader = try open(name, snapshot)
            var damage = try reader.checkStructure() + reader.checkOwnTrees(progress)
            if damage.isEmpty { damage = try Self.secondOpinion(of: reader) }
            add(damage, in: name)
            try note(reader)
        } catch {
            // What keeps everything from being read is no damage of this zip.
            if error.code == .interrupted || error.obstacle != nil { throw error }
            unreadable.insert(name)
            add([Damage(.structure, message: error.why ?? error.message)], in: name)
            // Without its record a zip is no snapshot, but others still read from it what its directory lists.
            try note(name)
        }
    }

    private func open(
        _ name: [UInt8], _ snapshot: StoredSnapshot?
    ) throws(UserError) -> ArchiveReader {
        if let snapshot { return try store.openArchive(snapshot) }
        let opened: OpenZip?
        do throws(SystemError) {
            opened = try store.pool.open(name)
        } catch {
            throw error.asUserError()
        }
        guard let opened else {
            throw UserError(
                .damaged, "\(displayName(name)) is gone from the store", remedy: "snapctl verify")
        }
        return try opened.archive()
    }

    /// What libzip finds where our own reader finds nothing.
    private static func secondOpinion(of reader: ArchiveReader) throws(UserError) -> [Damage] {
        do throws(UserError) {
            try ForeignCheck.check(reader)
            return []
        } catch {
            if error.obstacle != nil { throw error }
            return [Damage(.structure, message: error.why ?? error.message)]
        }
    }

    /// Takes in what a zip holds that is not examined itself.
    private mutating func note(_ name: [UInt8]) throws(UserError) {
        try progress.checkCancelled()
        // Nobody asked for it: if it cannot be read, what only it has is found to be missing.
        guard let reader = try ifReadable({ try store.pool.open(name)?.archive() }) else { return }
        try note(reader)
    }

    private mutating func note(_ reader: ArchiveReader) throws(UserError) {
        guard let objects = try ifReadable({ try reader.objects() }) else { return }
        for object in objects {
            switch object.place.form {
            // A file may have the bytes of a listing, an empty one most often.
            case .entry, .tree: contents.insert(object.digest)
            case .patch: patches[object.digest] = object.place.base
            }
        }
    }

    private mutating func noteAbsent(_ reachable: ReachableObjects) {
        let known = Set(result.damage.compactMap(\.damage.digest))
        for (tree, error) in reachable.unreadable where !known.contains(tree) {
            addAbsent(.tree, tree, error.why ?? error.message)
        }
        for content in reachable.contents where !isThere(content) {
            addAbsent(.content, content, "no zip of the store has the content")
        }
    }

    /// Whether a content is whole somewhere, or made by patches of one that is.
    private func isThere(_ content: Digest) -> Bool {
        var content = content
        for _ in 0..<64 {
            if contents.contains(content) { return true }
            guard let base = patches[content] else { return false }
            content = base
        }
        return false
    }

    /// Unpacks what zips hold, all of it or only certain contents, of which one copy may do.
    private mutating func read(
        _ names: [[UInt8]], only wanted: Set<Digest>?, eachCopy: Bool
    ) throws(UserError) {
        var seen: Set<Digest> = []
        for name in names {
            guard let zip = try ifReadable({ try store.pool.open(name) }),
                let reader = try ifReadable({ try zip.archive() })
            else { continue }
            try readPatches(of: reader, in: zip, wanted)
            let depth = depth
            let told = toldEntries(of: reader, name)
            let chosen = reader.entries.filter { entry in
                guard !told.contains(entry.headerOffset), depth.takes() else { return false }
                guard let wanted else { return true }
                guard let digest = entry.digest, wanted.contains(digest) else { return false }
                return eachCopy || seen.insert(digest).inserted
            }
            let offsets = Set(chosen.map(\.headerOffset))
            let bytes = chosen.reduce(0) { $0 + $1.plain }
            progress.begin("reading", files: chosen.count, bytes: bytes)
            add(
                try reader.checkEntries(progress) { offsets.contains($0.headerOffset) }, in: name)
            result.bytesRead += bytes
        }
    }

    /// Where entries of the zip's own begin whose damage was told by what it means.
    private func toldEntries(of reader: ArchiveReader, _ zip: [UInt8]) -> Set<Int64> {
        let damage = result.damage.filter { $0.file == zip && !$0.isElsewhere }.map(\.damage)
        guard !damage.isEmpty else { return [] }
        var names: Set<[UInt8]> = []
        if damage.contains(where: { $0.kind == .tree }) { names.insert(OwnName.trees) }
        if damage.contains(where: { $0.kind == .extents }) { names.insert(OwnName.extents) }
        if unreadable.contains(zip) { names.insert(OwnName.record) }
        let bad = Set(damage.compactMap(\.digest))
        let patches = ((try? reader.objects()) ?? [])
            .filter { $0.place.form == .patch && bad.contains($0.digest) }.map(\.place.offset)
        return Set(
            reader.entries.filter { entry in
                let end = entry.headerOffset + Int64(entry.localHeaderCount) + entry.packed
                return names.contains(entry.name)
                    || patches.contains { entry.headerOffset < $0 && $0 < end }
            }.map(\.headerOffset))
    }

    /// Makes the contents that a zip has patches of.
    private mutating func readPatches(
        of reader: ArchiveReader, in zip: OpenZip, _ wanted: Set<Digest>?
    ) throws(UserError) {
        let objects = store.objects
        let listed = try ifReadable { try reader.objects() } ?? []
        for object in listed where object.place.form == .patch {
            guard depth.takes(), wanted?.contains(object.digest) != false else { continue }
            try progress.checkCancelled()
            let found = FoundObject(zip: zip, place: object.place, isListed: true)
            do {
                try objects.read(object.digest, found) { _ in }
            } catch {
                if let obstacle = obstacle(in: error) { throw obstacle }
                let message = (error as? UserError).map { $0.why ?? $0.message } ?? "\(error)"
                let damage = Damage(.content, digest: object.digest, message: message)
                let isIntact =
                    try ifReadable { try reader.holdsIntact(patch: object.place) } ?? false
                // What none of them shows may lean on what is gone.
                if isIntact, !shown.contains(object.digest) { continue }
                result.damage.append(
                    StoreDamage(file: zip.name, damage: damage, isElsewhere: isIntact))
            }
            result.bytesRead += object.place.plain
        }
    }

    private mutating func addAbsent(_ kind: Damage.Kind, _ object: Digest, _ message: String) {
        let damage = Damage(kind, digest: object, message: message)
        result.damage.append(StoreDamage(file: [], damage: damage, isElsewhere: true))
    }

    private mutating func add(_ damage: [Damage], in name: [UInt8]) {
        result.damage += damage.map { StoreDamage(file: name, damage: $0) }
    }
}
