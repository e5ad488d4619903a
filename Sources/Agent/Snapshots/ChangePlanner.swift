import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TreeScanning

/// Turns what differs into what a zip of changes reads.
struct ChangePlanner {
    /// The files to be read, and those that they must fit.
    let plan: ArchivePlan
    /// What differs, and the files that what is read must fit.
    let changes: [ScannedChange]
    /// The plan's index of every change that is read, or may be.
    let items: [Int: Int]

    /// Takes the signatures of the large files that are read.
    let signing: SignatureCollector?

    /// Makes the plan of a zip that leans on `stored`, in which large files are patches over what `bases` has.
    ///
    /// `partSizes` says that it is one of several zips of a snapshot, and how large the large contents are that may be
    /// stored already; then `known` is asked which inodes had another path, since that may have gone in another part.
    /// `leavesOut` says which paths the rules hide.
    ///
    /// - Throws: what reading the catalog throws.
    init(
        _ pending: [ScannedChange], stored: any StoredObjects, bases: (any PatchBases)?,
        partSizes: Set<Int64>? = nil, known: (any PastTree)? = nil,
        leavingOut leavesOut: @escaping @Sendable (BytePath) -> Bool
    ) throws {
        let found = try FileGroups(pending, known: known)
        let changes = found.changes
        let grouped = Set(found.groups.flatMap(\.members))
        var items: [Int: Int] = [:]
        var reads: [ArchiveItem] = []
        for (position, change) in changes.enumerated()
        where change.needsRead || grouped.contains(position) {
            guard let entry = change.after?.entry else { continue }
            items[position] = reads.count
            reads.append(
                ArchiveItem(
                    entry: entry, path: change.path, parent: 0,
                    source: change.needsRead ? .live : .standing,
                    identity: change.after?.identity?.file))
        }
        var plan = ArchivePlan(items: reads, stored: stored)
        plan.groups = found.groups.map { $0.planned(changes, items) }
        plan.leavesOut = leavesOut
        plan.movedSizes = Set(
            changes.lazy.filter { $0.after == nil }.compactMap(\.before?.entry.contentSize)
        ).union(partSizes ?? [])
        plan.isPart = partSizes != nil
        plan.bases = bases
        signing = bases.map { SignatureCollector(key: $0.key) }
        plan.signing = signing
        var predecessors = Self.predecessors(of: changes, items: items)
        if let known, partSizes != nil {
            for (position, item) in items where predecessors[item] == nil {
                predecessors[item] = try Self.former(changes[position], known)
            }
        }
        plan.predecessors = predecessors.compactMapValues(\.content)
        plan.condensedPredecessors = Set(predecessors.filter { $0.value.isCondensed }.keys)
        self.plan = plan
        self.changes = changes
        self.items = items
    }

    /// What the newest snapshot has of a large file's inode, under whatever path.
    private static func former(
        _ change: ScannedChange, _ known: any PastTree
    ) throws -> TreeEntry? {
        guard change.before == nil, let after = change.after,
            after.entry.contentSize >= ArchivePlan.largeSize, let identity = after.identity,
            let path = try known.names(
                of: FileIdentity(device: identity.device, inode: identity.inode)
            ).first,
            let entry = try known.entry(at: path)?.entry,
            entry.contentSize >= ArchivePlan.largeSize
        else { return nil }
        return entry
    }

    /// The contents of which changed large files are new versions: by their path, or by the inode that lost another one.
    private static func predecessors(
        of changes: [ScannedChange], items: [Int: Int]
    ) -> [Int: TreeEntry] {
        var moved: [FileIdentity: TreeEntry] = [:]
        for change in changes where change.after == nil {
            guard let before = change.before, before.entry.contentSize >= ArchivePlan.largeSize,
                let identity = before.identity
            else { continue }
            moved[FileIdentity(device: identity.device, inode: identity.inode)] = before.entry
        }
        var found: [Int: TreeEntry] = [:]
        for (position, item) in items {
            let change = changes[position]
            let identity = change.after?.identity.map {
                FileIdentity(device: $0.device, inode: $0.inode)
            }
            let isLarge = (change.before?.entry.contentSize ?? 0) >= ArchivePlan.largeSize
            found[item] =
                (isLarge ? change.before?.entry : nil) ?? identity.flatMap { moved[$0] }
        }
        return found
    }
}

extension ReadOutcome {
    /// The state that a file is recognised by; one that was torn or could not be read has none, so that it is read
    /// again.
    var identity: KnownIdentity? {
        switch self {
        case .stored(let status, _):
            KnownIdentity(
                device: status.device, inode: status.inode, changed: status.changed)
        case .torn, .parted, .unreadable, .vanished, .displaced: nil
        }
    }
}

extension KnownIdentity {
    /// What names the inode, whatever state it is in.
    var file: FileIdentity { FileIdentity(device: device, inode: inode) }
}
