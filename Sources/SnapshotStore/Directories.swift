internal import LinuxSystem
internal import SnapshotModel

/// Directories that are made when they are needed.
enum Directories {
    /// Opens a directory, made with its ancestors where they are missing, for its owner alone.
    static func open(making path: BytePath) throws(SystemError) -> FileDescriptor {
        do throws(SystemError) {
            return try FileDescriptor.open(path, [.directory])
        } catch {
            guard error.errno == .noEntry, let parent = path.parent else { throw error }
            let above = try open(making: parent.isRoot ? BytePath(".") : parent)
            do throws(SystemError) {
                try above.makeDirectory(path.name, mode: 0o700)
            } catch {
                guard error.errno == .exists else { throw error }
            }
            try above.synchronize()
            return try FileDescriptor.open(path, [.directory])
        }
    }
}
