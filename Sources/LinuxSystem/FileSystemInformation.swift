internal import CLinux
internal import SnapshotModel

/// What kind of file system holds a file, and how full it is: see statfs(2).
package struct FileSystemInformation: Sendable, Hashable {
    /// The number that stands for the kind.
    package var magic: Int64
    /// The kind's usual name, such as `ext4`; the number in hexadecimal for a kind unknown here.
    package var name: String
    /// Whether others may change it without this kernel's knowledge, so that it sends no events.
    package var isRemote: Bool
    /// Whether it shows what lies in other directories, where changes send no events here: see overlayfs.
    package var isLayered: Bool
    /// Bytes that an unprivileged user may still fill.
    package var freeBytes: Int64
    /// Bytes in total.
    package var totalBytes: Int64
    /// Whether it is mounted read-only.
    package var readOnly: Bool

    private static let overlay: Int64 = 0x794C_7630
    private static let known: [Int64: (name: String, isRemote: Bool)] = [
        0xEF53: ("ext4", false), 0x5846_5342: ("xfs", false), 0x9123_683E: ("btrfs", false),
        0x0102_1994: ("tmpfs", false), overlay: ("overlayfs", false),
        0xF2F5_2010: ("f2fs", false), 0x2FC1_2FC1: ("zfs", false), 0x4D44: ("vfat", false),
        0x2011_BAB0: ("exfat", false), 0x7366_746E: ("ntfs3", false),
        0xCA45_1A4E: ("bcachefs", false), 0x8584_58F6: ("ramfs", false),
        0x7371_7368: ("squashfs", false), 0x9FA0: ("proc", false), 0x6265_6572: ("sysfs", false),
        0x6969: ("nfs", true), 0xFF53_4D42: ("cifs", true), 0xFE53_4D42: ("smb2", true),
        0x517B: ("smb", true), 0x6573_5546: ("fuse", true), 0x0102_1997: ("9p", true),
        0x00C3_6400: ("ceph", true), 0x5346_414F: ("afs", true), 0x7375_7245: ("coda", true),
        0x564C: ("ncp", true), 0x0BD0_0BD0: ("lustre", true), 0x0116_1970: ("gfs2", true),
        0x7461_636F: ("ocfs2", true), 0x786F_4256: ("vboxsf", true),
    ]

    /// Takes over what the C wrapper filled in.
    init(_ raw: clinux_file_system) {
        let kind = Self.known[raw.magic]
        magic = raw.magic
        name = kind?.name ?? "0x" + String(raw.magic, radix: 16)
        isRemote = kind?.isRemote ?? false
        isLayered = raw.magic == Self.overlay
        freeBytes = Int64(clamping: raw.available_blocks) &* raw.block_size
        totalBytes = Int64(clamping: raw.blocks) &* raw.block_size
        readOnly = raw.read_only != 0
    }
}

extension FileDescriptor {
    /// What kind of file system holds the open file, and how full it is: see fstatfs(2).
    package borrowing func fileSystem() throws(SystemError) -> FileSystemInformation {
        let number = rawValue
        var raw = clinux_file_system()
        try attempt("fstatfs", unsafe clinux_file_system(number, &raw))
        return FileSystemInformation(raw)
    }
}
