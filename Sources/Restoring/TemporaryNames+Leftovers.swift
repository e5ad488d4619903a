internal import LinuxSystem
internal import SnapshotModel

extension TemporaryNames {
    /// Removes single files that a killed restore left in a directory.
    static func removeLeftovers(in directory: borrowing FileDescriptor) throws(SystemError) {
        for name in try directory.allNames() where isLeftover(name) {
            let isDirectory = try directory.status(of: name).kind == .directory
            try directory.remove(name, directory: isDirectory)
        }
    }

    /// Removes whole trees of our own that a killed restore left beside its target.
    ///
    /// Beside the target anybody may have put anything, so only what this user owns is touched, and what
    /// cannot be removed does no harm to what is restored.
    static func removeLeftoverTrees(in directory: borrowing FileDescriptor) {
        do {
            for name in try directory.allNames() where isLeftover(name) {
                let status = try directory.status(of: name)
                guard status.uid == SystemIdentity.effectiveUserID else { continue }
                try Directories.remove(name, in: directory)
            }
        } catch {
            return
        }
    }
}
