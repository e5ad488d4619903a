internal import LinuxSystem
internal import SnapshotModel

extension UserError {
    /// A socket's path that the kernel has no room for.
    static func socketTooLong(_ path: BytePath) -> UserError {
        UserError(
            .socketLong,
            "the socket path has \(path.bytes.count) bytes, the kernel allows "
                + "\(UnixSocket.longestPath)",
            remedy: "choose a shorter one: --socket /run/user/1000/s",
            subject: displayName(path.bytes))
    }
}
