internal import LinuxSystem
internal import SnapshotModel

/// What stands where a restore shall go, found out without changing anything.
struct TargetProbe: ~Copyable {
    /// The target, or the nearest directory above it that exists.
    let directory: FileDescriptor
    let state: RestorePlan.TargetState

    init(_ request: RestoreRequest) throws {
        var nearest = request.target
        var isThere = true
        if case .directory = request.destination {
            while try !Self.exists(nearest) {
                isThere = false
                nearest = nearest.parent ?? BytePath(".")
                if nearest.isRoot { nearest = BytePath(".") }
            }
        }
        let found: FileDescriptor
        if case .inPlace = request.destination {
            found = try Self.open(
                nearest,
                remedy: "make it or mount it, or restore elsewhere: --to DIR in place of --in-place"
            )
        } else {
            found = try Self.open(nearest, remedy: "check the path, or choose another --to")
        }
        try Self.refuse(request.forbidden, from: found)
        if case .inPlace = request.destination {
            state = .filled
        } else {
            state = isThere ? try Self.state(of: nearest, found) : .missing
        }
        directory = found
    }

    private static func exists(_ path: BytePath) throws -> Bool {
        do {
            _ = try FileDescriptor.status(of: path, following: true)
            return true
        } catch {
            if error.errno == .noEntry { return false }
            throw error.asUserError()
        }
    }

    private static func open(
        _ path: BytePath, remedy: String
    ) throws(UserError) -> FileDescriptor {
        do {
            return try FileDescriptor.open(path, [.readOnly, .directory])
        } catch {
            let what =
                switch error.errno {
                case .noEntry: "does not exist"
                case .notDirectory: "is not a directory"
                default: "cannot be opened: \(error.errno.message)"
                }
            throw UserError(
                .noDirectory, "\(path.display) \(what)",
                remedy: remedy, subject: path.display)
        }
    }

    /// Whether an existing directory can be replaced as a whole by one that was filled beside it.
    private static func state(
        of path: BytePath, _ directory: borrowing FileDescriptor
    ) throws -> RestorePlan.TargetState {
        var isEmpty = true
        try directory.names { name, _ in if !TemporaryName.matches(name) { isEmpty = false } }
        guard isEmpty, NameCheck.objection(to: path.name) == nil else { return .filled }
        // Neither a link to a directory nor a mount point can be exchanged.
        guard try FileDescriptor.status(of: path, following: false).kind == .directory else {
            return .filled
        }
        let parent = try directory.open(Array("..".utf8), [.pathOnly, .directory])
        let (own, above) = (try directory.status(), try parent.status())
        return own.mountID == above.mountID && own.device == above.device ? .empty : .filled
    }

    /// Refuses a target that is, or lies in, a directory that may not be touched.
    private static func refuse(
        _ forbidden: Set<FileIdentity>, from directory: borrowing FileDescriptor
    ) throws {
        guard !forbidden.isEmpty else { return }
        var current = try directory.duplicate()
        var identity = try current.status().identity
        while true {
            if forbidden.contains(identity) {
                throw UserError(
                    .targetInStore, "cannot restore into the store", remedy: "choose another --to")
            }
            current = try current.open(Array("..".utf8), [.pathOnly, .directory])
            let above = try current.status().identity
            if above == identity { return }
            identity = above
        }
    }
}
