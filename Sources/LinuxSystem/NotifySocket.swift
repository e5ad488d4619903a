internal import CLinux
package import SnapshotModel

/// Tells the service manager how the service fares: see sd_notify(3).
package struct NotifySocket: Sendable {
    /// Where the manager listens; a leading `@` stands for the abstract name space.
    package let path: BytePath

    /// The socket that the manager named in `$NOTIFY_SOCKET`, `nil` if there is none.
    package static func fromEnvironment() -> NotifySocket? {
        guard let path = ProcessEnvironment.value("NOTIFY_SOCKET"), !path.isEmpty else {
            return nil
        }
        return NotifySocket(path: BytePath(path))
    }

    /// Makes a socket for a manager that listens at `path`.
    package init(path: BytePath) {
        self.path = path
    }

    /// Sends assignments such as `READY=1`, one a line, as one datagram.
    package func send(_ assignments: String) throws(SystemError) {
        let descriptor = try UnixSocket.socket(isDatagram: true)
        let number = descriptor.rawValue
        let (name, message) = (path.bytes, Array(assignments.utf8))
        try attempt(
            "sendto", path,
            unsafe clinux_send_datagram(number, name, name.count, message, message.count))
    }
}
