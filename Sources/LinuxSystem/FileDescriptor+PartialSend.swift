internal import CLinux
package import SnapshotModel

extension FileDescriptor {
    /// Sends what fits of the bytes from `start` on and says how many that were: see send(2).
    ///
    /// A reader that is gone is EPIPE and never a signal; a full non-blocking socket is EAGAIN.
    package borrowing func sendSome(
        _ bytes: [UInt8], from start: Int = 0
    ) throws(SystemError) -> Int {
        let number = rawValue
        let rest = bytes.span.extracting(droppingFirst: start)
        return try unsafe rest.withUnsafeBytes { room throws(SystemError) in
            try attempt("send", unsafe clinux_send(number, room.baseAddress, room.count))
        }
    }
}

extension UnixSocket {
    /// Connects without waiting longer than `limit` for a listener that takes no clients: see connect(2).
    ///
    /// The connection does not block. A listener whose queue stays full is EAGAIN.
    package static func connect(
        to path: BytePath, within limit: Duration
    ) throws(SystemError) -> FileDescriptor {
        let descriptor = try socket(isDatagram: false)
        try descriptor.setNonBlocking(true)
        let number = descriptor.rawValue
        let name = path.bytes
        let deadline = MonotonicInstant.now + limit
        while true {
            do throws(SystemError) {
                try attempt("connect", path, unsafe clinux_connect(number, name, name.count))
                return descriptor
            } catch {
                guard error.errno == .again, MonotonicInstant.now < deadline else { throw error }
                // Nothing tells when such a queue has room again.
                var nothing: [PollEntry] = []
                try Poll.wait(&nothing, timeout: .milliseconds(20))
            }
        }
    }
}
