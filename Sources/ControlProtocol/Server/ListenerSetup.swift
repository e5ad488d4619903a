internal import LinuxSystem
internal import SnapshotModel

/// Makes the socket that a server listens on, for the right people.
enum ListenerSetup {
    /// Listens at `path`; members of `group` may connect too.
    static func listen(at path: BytePath, group: String?) throws(UserError) -> UnixSocket {
        let shown = displayName(path.bytes)
        guard path.bytes.count <= UnixSocket.longestPath else { throw .socketTooLong(path) }
        var owner: UInt32?
        if let group {
            guard let number = SystemIdentity.groupNumber(group) else {
                throw UserError(
                    .configValue, "there is no group \"\(group)\" for the control socket",
                    remedy: "create it, or name another in the configuration", subject: group)
            }
            owner = number
        }
        do throws(SystemError) {
            let directory = try directory(of: path)
            let listener = try UnixSocket.listen(at: path)
            if let owner {
                try directory.setOwner(
                    of: path.name, uid: SystemIdentity.effectiveUserID, gid: owner)
            }
            // Only now: before, the group is not the right one.
            try directory.setMode(of: path.name, 0o660)
            return listener
        } catch {
            guard error.errno == .addressInUse else { throw error.asUserError() }
            throw UserError(
                .socketBusy, inUse(path),
                remedy: "use it, or choose another --socket", subject: shown)
        }
    }

    /// The directory of the socket, made if only its last name is missing.
    private static func directory(of path: BytePath) throws(SystemError) -> FileDescriptor {
        let parent = path.parent ?? .root
        let location = parent.isRoot ? BytePath(".") : parent
        do throws(SystemError) {
            return try FileDescriptor.open(location, [.readOnly, .directory])
        } catch {
            guard error.errno == .noEntry, let above = parent.parent, !above.isRoot else {
                throw error
            }
            let holder = try FileDescriptor.open(above, [.readOnly, .directory])
            do throws(SystemError) {
                try holder.makeDirectory(parent.name, mode: 0o755)
            } catch {
                guard error.errno == .exists else { throw error }
            }
            return try holder.open(parent.name, [.readOnly, .directory])
        }
    }

    /// What is in the way at a path.
    private static func inUse(_ path: BytePath) -> String {
        let shown = displayName(path.bytes)
        guard let connection = try? UnixSocket.connect(to: path, within: .seconds(1)),
            let peer = try? connection.peer()
        else { return "\(shown) is there and is no socket of an agent" }
        return "an agent already answers at \(shown) (pid \(peer.pid))"
    }
}
