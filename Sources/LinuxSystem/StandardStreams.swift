internal import Glibc
internal import SnapshotModel

/// The descriptors 0, 1 and 2, which a parent may have closed.
package enum StandardStreams {
    /// Fills closed ones with /dev/null, so that no file of ours gets their number.
    ///
    /// They are opened the wrong way round: reading from a closed input and writing to a closed output still fail.
    package static func secure() {
        for descriptor in CInt(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is the one that is closed.
            _ = unsafe Glibc.open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
    }

    /// The regular files that take what this process prints, if its outputs are redirected to some.
    package static func outputFiles() -> Set<FileIdentity> {
        var files: Set<FileIdentity> = []
        for descriptor in 1...2 {
            let path = BytePath("/proc/self/fd/\(descriptor)")
            // Without /proc nothing is known, and nothing is left out.
            guard let status = try? FileDescriptor.status(of: path, following: true),
                status.kind == .file
            else { continue }
            files.insert(status.identity)
        }
        return files
    }
}
