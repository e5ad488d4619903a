package import LinuxSystem
package import SnapshotModel

/// Clears away what killed restores left.
package enum RestoreLeftovers {
    /// Removes temporary files and directories of restores that are over; others are left alone.
    ///
    /// - Parameters:
    ///   - paths: Paths of temporary names, such as a scan finds them.
    ///   - root: The directory that the paths start from.
    /// - Returns: The paths that were removed.
    package static func remove(
        _ paths: [BytePath], below root: borrowing FileDescriptor
    ) -> [BytePath] {
        var removed: [BytePath] = []
        for path in paths where TemporaryNames.isLeftover(path.name) {
            do throws(SystemError) {
                let holder = try root.openBeneath(path.parent ?? .root, [.readOnly, .directory])
                try Directories.remove(path.name, in: holder)
                removed.append(path)
            } catch {
                // It does no harm, and the next scan finds it again.
                continue
            }
        }
        return removed
    }
}
