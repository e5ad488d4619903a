internal import LinuxSystem
internal import SnapshotModel

/// Where a path really is: a file system and the path inside it, whatever mounts lead there.
struct PhysicalPlace: Hashable {
    /// The canonical path.
    let path: BytePath
    /// The file system, as the kernel numbers it.
    let device: [UInt8]
    /// The path from the file system's own root.
    let inside: BytePath
    /// The inodes of the path and of all directories above it, as far as they exist; the path's own first.
    var lineage: [FileIdentity?] = []

    /// Whether the other place is this one or below it.
    func holds(_ other: PhysicalPlace) -> Bool {
        if other.path.isInside(path) { return true }
        if !device.isEmpty, device == other.device, other.inside.isInside(inside) { return true }
        guard let own = lineage.first ?? nil else { return false }
        return other.lineage.contains(own)
    }

    /// The place with the inodes that lead to it.
    func withLineage() -> PhysicalPlace {
        var place = self
        var ancestor: BytePath? = path
        while let current = ancestor {
            place.lineage.append(
                try? FileDescriptor.status(of: current, following: true).identity)
            ancestor = current.parent
        }
        return place
    }
}
