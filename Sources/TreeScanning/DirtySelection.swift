internal import SnapshotModel

/// The directories to look into, with all those that lead to them.
struct DirtySelection {
    private var chosen: [BytePath: NameSelection] = [:]
    private var leading: [BytePath: Set<[UInt8]>] = [:]

    /// Makes a selection of directories that are listed.
    init(_ directories: Set<BytePath> = []) {
        for directory in directories { insert(.everything, in: directory) }
    }

    /// Makes a selection of names.
    init(_ dirty: DirtyNames) {
        for (directory, selection) in dirty.directories { insert(selection, in: directory) }
        for directory in dirty.trees { insert(.everything, in: directory) }
    }

    private mutating func insert(_ selection: NameSelection, in directory: BytePath) {
        chosen[directory, default: .names([])].formUnion(selection)
        var path = directory
        while let parent = path.parent {
            if leading[parent, default: []].insert(path.name).inserted == false { break }
            path = parent
        }
    }

    /// Whether a directory is to be looked into.
    func contains(_ directory: BytePath) -> Bool { chosen[directory] != nil }

    /// Whether a directory is to be looked into, or leads to one that is.
    func reaches(_ directory: BytePath) -> Bool {
        chosen[directory] != nil || leading[directory] != nil
    }

    /// What is to be looked at in a directory; `nil` for nothing.
    func selection(in directory: BytePath) -> NameSelection? { chosen[directory] }

    /// The names in a directory that are to be looked into or lead to such.
    func names(leadingOnFrom directory: BytePath) -> Set<[UInt8]> { leading[directory] ?? [] }
}
