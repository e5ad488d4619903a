internal import CLinux
package import SnapshotModel

/// Who is at the other end of a socket: see unix(7), SO_PEERCRED.
package struct PeerCredentials: Sendable, Hashable {
    /// The process that connected.
    package var pid: Int32
    /// The user it ran as.
    package var uid: UInt32
    /// The group it ran as.
    package var gid: UInt32
}

/// A listening socket with a name in the file system, which it removes at its end: see unix(7).
package struct UnixSocket: ~Copyable, Sendable {
    /// The longest path that a socket's address holds.
    package static let longestPath = 107

    /// The listening socket, to poll for reading.
    package let descriptor: FileDescriptor
    /// Where it listens.
    package let path: BytePath
    /// The inode of the socket's name.
    package let identity: FileIdentity

    private init(
        descriptor: consuming FileDescriptor, path: BytePath, identity: FileIdentity
    ) {
        self.descriptor = descriptor
        self.path = path
        self.identity = identity
    }

    deinit {
        // Another agent may have put its own socket there.
        let status = try? FileDescriptor.status(of: path, following: false)
        if status?.identity == identity { try? Self.removeName(path) }
    }

    /// Listens at a path, in place of a socket there that nobody listens at any more.
    ///
    /// A socket that answers is refused with EADDRINUSE, and so is anything that is no socket.
    package static func listen(
        at path: BytePath, mode: UInt32 = 0o600, backlog: Int32 = 64
    ) throws(SystemError) -> UnixSocket {
        let descriptor = try socket(isDatagram: false)
        let number = descriptor.rawValue
        let name = path.bytes
        do throws(SystemError) {
            try attempt("bind", path, unsafe clinux_bind(number, name, name.count))
        } catch {
            guard error.errno == .addressInUse, try isStale(path) else { throw error }
            try removeName(path)
            try attempt("bind", path, unsafe clinux_bind(number, name, name.count))
        }
        // Nobody can connect before listen(2), so not under the wrong mode either.
        try attempt("fchmodat", path, unsafe clinux_set_mode_of(-100, name, name.count, mode))
        try attempt("listen", path, clinux_listen(number, backlog))
        let identity = try FileDescriptor.status(of: path, following: false).identity
        return UnixSocket(descriptor: descriptor, path: path, identity: identity)
    }

    /// Takes the next client: see accept4(2).
    package borrowing func accept() throws(SystemError) -> FileDescriptor {
        let number = descriptor.rawValue
        return FileDescriptor(adopting: CInt(try attempt("accept4", clinux_accept(number))))
    }

    /// Connects to the socket at a path: see connect(2).
    package static func connect(to path: BytePath) throws(SystemError) -> FileDescriptor {
        let descriptor = try socket(isDatagram: false)
        let number = descriptor.rawValue
        let name = path.bytes
        try attempt("connect", path, unsafe clinux_connect(number, name, name.count))
        return descriptor
    }

    static func socket(isDatagram: Bool) throws(SystemError) -> FileDescriptor {
        let number = try attempt("socket", clinux_socket(isDatagram ? 1 : 0))
        return FileDescriptor(adopting: CInt(number))
    }

    private static func isStale(_ path: BytePath) throws(SystemError) -> Bool {
        guard try FileDescriptor.status(of: path, following: false).kind == .socket else {
            return false
        }
        do throws(SystemError) {
            _ = try connect(to: path)
            return false
        } catch {
            return error.errno == .connectionRefused
        }
    }

    private static func removeName(_ path: BytePath) throws(SystemError) {
        let name = path.bytes
        try attempt("unlinkat", path, unsafe clinux_remove(-100, name, name.count, 0))
    }
}

extension FileDescriptor {
    /// Who is at the other end of this connection: see unix(7), SO_PEERCRED.
    package borrowing func peer() throws(SystemError) -> PeerCredentials {
        let number = rawValue
        var peer = PeerCredentials(pid: 0, uid: 0, gid: 0)
        try attempt("getsockopt", unsafe clinux_peer(number, &peer.pid, &peer.uid, &peer.gid))
        return peer
    }

    /// Ends both directions of a connection, which wakes whoever reads from it: see shutdown(2).
    package borrowing func shutDown() {
        let number = rawValue
        // ENOTCONN means that the other end was faster.
        _ = clinux_shut_down(number)
    }

    /// Sends all bytes; a reader that is gone is EPIPE and never a signal: see send(2).
    package borrowing func send(_ bytes: [UInt8]) throws(SystemError) {
        let number = rawValue
        let span = bytes.span
        var sent = 0
        while sent < span.count {
            let rest = span.extracting(droppingFirst: sent)
            sent += try unsafe rest.withUnsafeBytes { room throws(SystemError) in
                try attempt("send", unsafe clinux_send(number, room.baseAddress, room.count))
            }
        }
    }
}
