import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TreeScanning

/// Finds what differs that means something only together with other files, and adds those of them that do not differ.
///
/// It costs nothing to speak of where no name is that of a companion: the catalog is asked only about the likes of databases.
struct FileGroups {
    /// One group: its base, and the positions of its members among the changes.
    struct Group: Hashable {
        let base: BytePath
        let members: [Int]

        /// The group with the indices that a plan gave its members.
        func planned(_ changes: [ScannedChange], _ items: [Int: Int]) -> FileGroup {
            var known: [Int: KnownIdentity] = [:]
            for position in members where !changes[position].needsRead {
                guard let item = items[position] else { continue }
                known[item] = changes[position].after?.identity
            }
            return FileGroup(
                base: base, members: members.compactMap { items[$0] }, known: known)
        }
    }

    /// What differs, and behind that the members of groups that do not.
    private(set) var changes: [ScannedChange]
    /// The groups of which anything differs.
    private(set) var groups: [Group] = []
    private var positions: [BytePath: Int] = [:]

    /// Finds the groups of what differs from `known`.
    ///
    /// - Throws: what reading the catalog throws.
    init(_ pending: [ScannedChange], known: (any PastTree)?) throws {
        changes = pending
        var bases: Set<BytePath> = []
        var pages: Set<BytePath> = []
        for change in pending {
            if let base = CompanionName.base(of: change.path) {
                if change.isOfFile { bases.insert(base) }
            } else if change.readsPages {
                pages.insert(change.path)
            }
        }
        if let known {
            for path in pages.subtracting(bases)
            where try CompanionName.companions(of: path).contains(where: {
                try known.entry(at: $0)?.entry.kind == .file
            }) {
                bases.insert(path)
            }
        }
        guard !bases.isEmpty else { return }
        for (position, change) in pending.enumerated() {
            let base = CompanionName.base(of: change.path) ?? change.path
            if bases.contains(base) || bases.contains(change.path) {
                positions[change.path] = position
            }
        }
        for base in bases.sorted() { try addGroup(of: base, known) }
    }

    private mutating func addGroup(of base: BytePath, _ known: (any PastTree)?) throws {
        var members: [Int] = []
        for path in [base] + CompanionName.companions(of: base) {
            guard let position = try position(of: path, known),
                let entry = changes[position].after?.entry, entry.kind == .file
            else {
                // Without the base its companions belong to nothing.
                if path == base { return }
                continue
            }
            // What is left out for its size is told, and no proof brings it back.
            if entry.missing == .tooLarge { return }
            members.append(position)
        }
        groups.append(Group(base: base, members: members))
    }

    /// Where a path is among the changes, to which one that is as it was is added.
    private mutating func position(
        of path: BytePath, _ known: (any PastTree)?
    ) throws -> Int? {
        if let position = positions[path] { return position }
        guard let entry = try known?.entry(at: path), entry.entry.kind == .file else { return nil }
        let state = ScannedState(entry: entry.entry, identity: entry.identity, needsRead: false)
        changes.append(ScannedChange(path: path, before: entry, after: state))
        positions[path] = changes.count - 1
        return changes.count - 1
    }
}

extension FileGroups {
    /// The groups of a tree of which anything is to be read, with the indices of its items.
    static func groups(of items: [ScannedItem]) -> [FileGroup] {
        var companions: [BytePath: [Int]] = [:]
        for (index, item) in items.enumerated() where item.entry.kind == .file {
            guard let base = CompanionName.base(of: item.path) else { continue }
            companions[base, default: []].append(index)
        }
        guard !companions.isEmpty else { return [] }
        var groups: [FileGroup] = []
        for (index, item) in items.enumerated() where item.entry.kind == .file {
            guard let others = companions[item.path] else { continue }
            let members = [index] + others
            guard members.contains(where: { items[$0].needsRead }),
                !members.contains(where: { items[$0].entry.missing == .tooLarge })
            else { continue }
            var known: [Int: KnownIdentity] = [:]
            for member in members where !items[member].needsRead {
                known[member] = items[member].identity
            }
            groups.append(FileGroup(base: item.path, members: members, known: known))
        }
        return groups
    }
}

extension ScannedChange {
    /// Whether there is or was a file.
    fileprivate var isOfFile: Bool {
        before?.entry.kind == .file || after?.entry.kind == .file
    }

    /// Whether a file is read that consists of pages, as databases do.
    fileprivate var readsPages: Bool {
        guard let after, after.needsRead, after.entry.kind == .file else { return false }
        return after.entry.size > 0 && after.entry.size % 512 == 0
    }
}
