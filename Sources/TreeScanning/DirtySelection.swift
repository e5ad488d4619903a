internal import SnapshotModel

/// The directories to list, with all those that lead to them.
struct DirtySelection {
    private let chosen: Set<BytePath>
    private var leading: [BytePath: Set<[UInt8]>] = [:]

    init(_ directories: Set<BytePath>) {
        chosen = directories
        for directory in directories {
            var path = directory
            while let parent = path.parent {
                if leading[parent, default: []].insert(path.name).inserted == false { break }
                path = parent
            }
        }
    }

    /// Whether a directory is to be listed.
    func contains(_ directory: BytePath) -> Bool { chosen.contains(directory) }

    /// The names in a directory that are to be listed or lead to such.
    func names(leadingOnFrom directory: BytePath) -> Set<[UInt8]> { leading[directory] ?? [] }
}
