internal import LinuxSystem
package import SnapshotModel

/// Where a client looks for an agent, in order.
package struct SocketSearch: Sendable, Hashable {
    /// The sockets to try; the first that accepts is taken.
    package let candidates: [BytePath]

    /// Makes the search for one socket, or for the first of several.
    package init(_ candidates: [BytePath]) {
        self.candidates = candidates
    }

    /// The search that the command line and the environment ask for.
    ///
    /// `option` beats `SNAPAGENT_SOCKET`; without both, the user's own agent comes before the system's.
    package static func standard(
        option: BytePath?, environment: (String) -> String? = ProcessEnvironment.value
    ) -> SocketSearch {
        if let option { return SocketSearch([option]) }
        if let path = environment("SNAPAGENT_SOCKET"), !path.isEmpty {
            return SocketSearch([BytePath(path)])
        }
        var candidates: [BytePath] = []
        if let directory = environment("XDG_RUNTIME_DIR"), !directory.isEmpty {
            candidates.append(BytePath(directory).appending(BytePath(own)))
        }
        return SocketSearch(candidates + [system])
    }

    /// The name of a socket below a user's runtime directory.
    package static let own = "snapagent/control.sock"

    /// Where root's agent listens.
    package static let system = BytePath("/run/snapagent/control.sock")

    /// The first candidate that accepts, with its path.
    func connect(within limit: Duration) throws(UserError) -> Connected {
        var failures: [SocketFailure] = []
        for path in candidates {
            guard path.bytes.count <= UnixSocket.longestPath else { throw .socketTooLong(path) }
            do throws(SystemError) {
                return Connected(
                    path: path, socket: try UnixSocket.connect(to: path, within: limit))
            } catch {
                failures.append(SocketFailure(path: path, errno: error.errno))
            }
        }
        throw SocketFailure.summary(of: failures, limit: limit)
    }

    /// A connection and where it leads.
    struct Connected: ~Copyable {
        let path: BytePath
        let socket: FileDescriptor
    }
}
