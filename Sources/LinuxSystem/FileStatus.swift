internal import CLinux
internal import Glibc
package import SnapshotModel

/// What names an inode on this machine: see stat(2).
package struct FileIdentity: Hashable, Sendable, BitwiseCopyable {
    /// The device that holds the inode.
    package var device: UInt64
    /// The inode's number on it.
    package var inode: UInt64

    /// Makes an identity from a device and an inode's number.
    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}

/// What the kernel knows of an inode: see statx(2).
package struct FileStatus: Sendable, Hashable {
    /// What kind of thing it is.
    package var kind: EntryKind
    /// Permission bits with setuid, setgid and sticky.
    package var mode: UInt32
    /// The owner's number.
    package var uid: UInt32
    /// The group's number.
    package var gid: UInt32
    /// Bytes of content.
    package var size: Int64
    /// Bytes it takes on the disk.
    package var allocated: Int64
    /// When the content last changed.
    package var modified: FileTime
    /// When the inode last changed, which no program can set.
    package var changed: FileTime
    /// The device that holds it.
    package var device: UInt64
    /// The inode's number on that device.
    package var inode: UInt64
    /// How many names it has.
    package var linkCount: UInt32
    /// What a device node stands for.
    package var deviceNumber: DeviceNumber?
    /// Which mount it was reached through, 0 where the kernel does not say.
    package var mountID: UInt64

    /// Whether a file may have holes worth asking for; a large one also where room was set aside that it never used.
    package var mayHaveHoles: Bool { allocated < size || size > TreeEntry.mostHoles }

    /// What names the inode on this machine.
    package var identity: FileIdentity { FileIdentity(device: device, inode: inode) }

    /// Takes over what the C wrapper filled in.
    init(_ raw: clinux_status) {
        kind = EntryKind(modeBits: raw.mode)
        mode = raw.mode & 0o7777
        uid = raw.uid
        gid = raw.gid
        size = raw.size
        allocated = raw.blocks * 512
        modified = FileTime(
            seconds: raw.modified_seconds, nanoseconds: Int32(raw.modified_nanoseconds))
        changed = FileTime(
            seconds: raw.changed_seconds, nanoseconds: Int32(raw.changed_nanoseconds))
        device = raw.device
        inode = raw.inode
        linkCount = raw.link_count
        mountID = raw.mount_id
        if kind == .characterDevice || kind == .blockDevice {
            deviceNumber = DeviceNumber(major: raw.device_major, minor: raw.device_minor)
        }
    }
}

extension EntryKind {
    /// The kind that a mode's S_IFMT bits stand for: see inode(7).
    init(modeBits: UInt32) {
        switch modeBits & S_IFMT {
        case S_IFDIR: self = .directory
        case S_IFLNK: self = .link
        case S_IFIFO: self = .fifo
        case S_IFSOCK: self = .socket
        case S_IFCHR: self = .characterDevice
        case S_IFBLK: self = .blockDevice
        default: self = .file
        }
    }

    /// The S_IFMT bits of a mode that stand for the kind: see inode(7).
    var modeBits: UInt32 {
        switch self {
        case .file: S_IFREG
        case .directory: S_IFDIR
        case .link: S_IFLNK
        case .fifo: S_IFIFO
        case .socket: S_IFSOCK
        case .characterDevice: S_IFCHR
        case .blockDevice: S_IFBLK
        }
    }

    /// The kind that a directory says its entry has, `nil` for DT_UNKNOWN: see getdents(2).
    init?(directoryType: UInt8) {
        guard directoryType != 0 else { return nil }
        self.init(modeBits: UInt32(directoryType) << 12)
    }
}
