package import LinuxSystem
package import SnapshotModel

/// What a person wants back, and where.
package struct RestoreRequest: Sendable {
    /// Where restored things go.
    package enum Destination: Sendable, Hashable {
        /// To where they were, below the dataset's root.
        case inPlace(root: BytePath)
        /// Below another directory: under their paths, or with `flattenSingle` the one thing by its own name.
        case directory(BytePath, flattenSingle: Bool)
    }

    /// The paths wanted, from the snapshot's root; none for everything.
    package var paths: [BytePath]
    /// Where they go.
    package var destination: Destination
    /// Whether files that the snapshot does not have are removed.
    package var delete: Bool
    /// Whether files changed after the snapshot are left as they are.
    package var keepNewer: Bool
    /// The excludes in force now: like those of the snapshot they protect files from `delete`.
    package var excludes: IgnoreRules
    /// The store and its like: never a target, never below one, never deleted.
    package var forbidden: Set<FileIdentity>

    /// Makes a request for everything, or for some paths.
    package init(
        paths: [BytePath] = [], destination: Destination, delete: Bool = false,
        keepNewer: Bool = false, excludes: IgnoreRules = IgnoreRules(),
        forbidden: Set<FileIdentity> = []
    ) {
        self.paths = paths
        self.destination = destination
        self.delete = delete
        self.keepNewer = keepNewer
        self.excludes = excludes
        self.forbidden = forbidden
    }
}

extension RestoreRequest {
    /// The target's root without needless slashes.
    package var target: BytePath {
        let path =
            switch destination {
            case .inPlace(let root): root
            case .directory(let directory, _): directory
            }
        let relative = BytePath.joined(path.components)
        if path.isAbsolute { return BytePath([UInt8(ascii: "/")]).appending(relative) }
        return relative.isRoot ? BytePath(".") : relative
    }
}
