internal import ControlProtocol
internal import LinuxSystem
internal import SnapshotModel

/// Finds what differs between two states of a tree, looking only into directories that differ.
struct TreeComparison {
    let before: any DiffSide
    let after: any DiffSide
    let progress: JobProgress
    private var changes: [ChangeReport] = []
    private var added: [FoundFile] = []
    private var removed: [FoundFile] = []

    /// A path that only one side has.
    struct FoundFile {
        let path: BytePath
        let entry: TreeEntry
    }

    init(before: any DiffSide, after: any DiffSide, progress: JobProgress) {
        self.before = before
        self.after = after
        self.progress = progress
    }

    /// Everything that differs, sorted by path.
    mutating func run() throws -> [ChangeReport] {
        try compare(before.rootEntry, after.rootEntry, at: .root)
        try pairMoves()
        changes += removed.map { ChangeReport(removed: $0) }
        changes += added.map { ChangeReport(added: $0) }
        return changes.sorted { $0.bytePath < $1.bytePath }
    }

    /// Compares two entries of one path.
    private mutating func compare(
        _ old: TreeEntry, _ new: TreeEntry, at path: BytePath
    ) throws {
        try progress.checkCancelled()
        guard old.kind == new.kind else {
            changes.append(
                ChangeReport(
                    path: path, kind: .type, sizeBefore: old.size, sizeAfter: new.size,
                    fields: [
                        FieldChange(
                            field: "type", before: EntryType(old.kind).rawValue,
                            after: EntryType(new.kind).rawValue)
                    ]))
            try collect(old, at: path, into: .removed, withSelf: false)
            return try collect(new, at: path, into: .added, withSelf: false)
        }
        let fields = MetadataComparison.fields(old, new)
        if old.kind == .directory {
            if !fields.isEmpty { append(old, new, at: path, fields) }
            if old.tree == nil || old.tree != new.tree { try compareContents(of: path) }
        } else if try hasOtherContent(old, new, at: path) {
            changes.append(
                ChangeReport(
                    path: path, kind: .changed, sizeBefore: old.size, sizeAfter: new.size,
                    fields: fields))
        } else if !fields.isEmpty {
            append(old, new, at: path, fields)
        }
    }

    private mutating func append(
        _ old: TreeEntry, _ new: TreeEntry, at path: BytePath, _ fields: [FieldChange]
    ) {
        changes.append(
            ChangeReport(
                path: path, kind: .metadata, sizeBefore: old.size, sizeAfter: new.size,
                fields: fields))
    }

    private func hasOtherContent(
        _ old: TreeEntry, _ new: TreeEntry, at path: BytePath
    ) throws -> Bool {
        switch old.kind {
        case .file:
            if old.size != new.size { return true }
            return try before.content(of: path, old) != after.content(of: path, new)
        case .link: return old.target != new.target
        default: return false
        }
    }

    /// Compares what two directories of one path hold.
    private mutating func compareContents(of directory: BytePath) throws {
        let old = try before.entries(of: directory)
        let new = try after.entries(of: directory)
        var (left, right) = (0, 0)
        while left < old.count || right < new.count {
            let isOld =
                right == new.count
                || left < old.count && old[left].name.lexicographicallyPrecedes(new[right].name)
            let isNew =
                left == old.count
                || right < new.count && new[right].name.lexicographicallyPrecedes(old[left].name)
            if isOld {
                try collect(
                    old[left], at: directory.appending(old[left].name), into: .removed)
                left += 1
            } else if isNew {
                try collect(
                    new[right], at: directory.appending(new[right].name), into: .added)
                right += 1
            } else {
                try compare(old[left], new[right], at: directory.appending(old[left].name))
                left += 1
                right += 1
            }
        }
    }

    /// The list that a path of one side goes to.
    private enum Collection {
        case added, removed
    }

    /// Notes a path that one side lacks, and everything below it; directories do not count by themselves.
    private mutating func collect(
        _ entry: TreeEntry, at path: BytePath, into list: Collection, withSelf: Bool = true
    ) throws {
        try progress.checkCancelled()
        if entry.kind == .directory {
            let side = list == .added ? after : before
            for child in try side.entries(of: path) {
                try collect(child, at: path.appending(child.name), into: list)
            }
        } else if withSelf {
            let found = FoundFile(path: path, entry: entry)
            if list == .added { added.append(found) } else { removed.append(found) }
        }
    }

    /// Turns a file that went and one that came with the same content into one that moved.
    private mutating func pairMoves() throws {
        var gone: [ContentIdentity: [FoundFile]] = [:]
        var sizes: Set<Int64> = []
        for file in removed.reversed() where file.entry.kind == .file && file.entry.size > 0 {
            guard let content = file.entry.contentIdentity else { continue }
            gone[content, default: []].append(file)
            sizes.insert(file.entry.size)
        }
        var moved: Set<BytePath> = []
        var stayed: [FoundFile] = []
        for file in added {
            guard file.entry.kind == .file, sizes.contains(file.entry.size),
                let content = try after.content(of: file.path, file.entry),
                let source = gone[content]?.popLast()
            else {
                stayed.append(file)
                continue
            }
            moved.insert(source.path)
            changes.append(
                ChangeReport(
                    path: file.path, kind: .moved, fromPath: source.path,
                    sizeBefore: source.entry.size, sizeAfter: file.entry.size,
                    fields: MetadataComparison.fields(source.entry, file.entry)))
        }
        added = stayed
        removed.removeAll { moved.contains($0.path) }
    }
}

extension ChangeReport {
    fileprivate init(added file: TreeComparison.FoundFile) {
        self.init(path: file.path, kind: .added, sizeAfter: file.entry.size)
    }

    fileprivate init(removed file: TreeComparison.FoundFile) {
        self.init(path: file.path, kind: .removed, sizeBefore: file.entry.size)
    }
}
