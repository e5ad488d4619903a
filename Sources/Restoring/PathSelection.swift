internal import SnapshotModel

/// The paths of a snapshot that are wanted, with the directories that lead to them.
struct PathSelection {
    private let wanted: Set<BytePath>
    private var leading: [BytePath: Set<[UInt8]>] = [:]

    /// Makes a selection; no path at all means everything.
    init(_ paths: [BytePath]) {
        wanted = paths.isEmpty ? [.root] : Set(paths)
        for path in wanted {
            var path = path
            while let parent = path.parent {
                leading[parent, default: []].insert(path.name)
                path = parent
            }
        }
    }

    /// Whether a path is wanted, with everything below it.
    func contains(_ path: BytePath) -> Bool { wanted.contains(path) }

    /// The names in a directory that are wanted or lead to such.
    func names(leadingOnFrom directory: BytePath) -> Set<[UInt8]> { leading[directory] ?? [] }
}
