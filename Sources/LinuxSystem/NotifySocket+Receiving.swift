#if DEBUG
    internal import CLinux
    package import SnapshotModel

    extension NotifySocket {
        /// Takes the manager's place at a socket that does not exist yet: for tests only.
        package static func receiver(at path: BytePath) throws(SystemError) -> FileDescriptor {
            let descriptor = try UnixSocket.socket(isDatagram: true)
            let number = descriptor.rawValue
            let name = path.bytes
            try attempt("bind", path, unsafe clinux_bind(number, name, name.count))
            return descriptor
        }
    }
#endif
