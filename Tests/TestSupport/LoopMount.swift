/// A file system of its own, mounted on a directory of a test until the value goes away; only root may have one.
package final class LoopMount: Sendable {
    /// The directory on which it is mounted.
    private let path: String
    /// What holds the directory: it can be removed only after the file system is unmounted.
    private let scratch: ScratchDirectory

    /// Makes a file system in a file beside a directory of the scratch directory, and mounts it there.
    ///
    /// - Throws: What the shell says, also where mounting is not allowed.
    package init(
        _ kind: String, on directory: String, in scratch: ScratchDirectory, megabytes: Int = 320
    ) throws {
        self.scratch = scratch
        path = scratch.text + "/" + directory
        let image = path + ".image"
        let made = try runProgram([
            "sh", "-c",
            "truncate -s \(megabytes)M \"$1\" && mkfs.\(kind) -q \"$1\" && mount -o loop \"$1\" \"$2\"",
            "sh", image, path,
        ])
        guard made.status == 0 else { throw MountFailure(message: made.errors) }
    }

    deinit {
        // What is left is unmounted when the last file in it is closed.
        _ = try? runProgram(["umount", "-l", path])
    }
}

/// Why a file system could not be mounted.
package struct MountFailure: Error {
    /// What the shell said.
    package let message: String
}
