/// What kind of thing a directory entry is.
package enum EntryKind: UInt8, Sendable, Hashable, CaseIterable {
    case file, directory, link, fifo, socket, characterDevice, blockDevice
}

/// Why the content of a file is not in a snapshot, or is not to be trusted.
package enum MissingReason: String, Sendable, Hashable, Codable, CaseIterable {
    /// The file could not be opened or read; the tree holds its metadata only.
    case unreadable
    /// The file kept changing while it was read; what was read last is stored.
    case torn
    /// The file is larger than the configured limit; wished by the configuration, so not a gap.
    case tooLarge = "too-large"
    /// The directory could not be listed; what it holds is unknown.
    case unlisted
    /// The store lost it: found and marked by a repair. Never in a tree, and in a record only of the root, by a repair
    /// that made the record anew.
    case damaged
}

/// One extended attribute, ACLs included as their raw `system.posix_acl_*` values (see xattr(7)).
package struct ExtendedAttribute: Hashable, Sendable {
    /// The attribute's full name, such as `user.comment`.
    package var name: [UInt8]
    /// The attribute's value, at most 64 KiB.
    package var value: [UInt8]

    /// Makes an attribute from its full name and value.
    package init(name: [UInt8], value: [UInt8]) {
        self.name = name
        self.value = value
    }
}

/// A range of a file that holds data; what lies between such ranges is a hole (lseek(2), SEEK_DATA).
package struct DataRange: Hashable, Sendable, BitwiseCopyable {
    /// First byte of the range.
    package var offset: Int64
    /// Bytes in the range.
    package var count: Int64

    /// Makes a range of `count` bytes from `offset`.
    package init(offset: Int64, count: Int64) {
        self.offset = offset
        self.count = count
    }
}

/// The inode that several names of a tree share.
package struct LinkGroup: Hashable, Sendable, BitwiseCopyable {
    /// The device number, as `stat` gives it.
    package var device: UInt64
    /// The inode number.
    package var inode: UInt64
    /// How many names the inode had, names outside of the tree included.
    package var count: UInt32

    /// Makes a group from what `stat` says of one of its names.
    package init(device: UInt64, inode: UInt64, count: UInt32) {
        self.device = device
        self.inode = inode
        self.count = count
    }
}

/// What a device node stands for.
package struct DeviceNumber: Hashable, Sendable, BitwiseCopyable {
    /// The device's major number.
    package var major: UInt32
    /// The device's minor number.
    package var minor: UInt32

    /// Makes a device number from its two halves.
    package init(major: UInt32, minor: UInt32) {
        self.major = major
        self.minor = minor
    }
}

/// One name in a directory with everything a tree records about it.
package struct TreeEntry: Hashable, Sendable {
    /// The name's bytes: never empty but for a root, never with a slash or NUL.
    package var name: [UInt8]
    /// What the name stands for.
    package var kind: EntryKind
    /// Permission bits with setuid, setgid and sticky: 0 to 0o7777.
    package var mode: UInt32
    /// The owner's number.
    package var uid: UInt32
    /// The group's number.
    package var gid: UInt32
    /// When the content last changed.
    package var modified: FileTime
    /// Bytes of a file, 0 for everything else.
    package var size: Int64 = 0
    /// SHA-256 of a file's content; `nil` if the snapshot does not hold it.
    package var content: Digest?
    /// Whether the content is not the file's bytes but its data ranges end to end: `dataRanges` says where they belong.
    package var isCondensed = false
    /// A directory's tree object.
    package var tree: Digest?
    /// Where a symbolic link points.
    package var target: [UInt8] = []
    /// What a device node stands for.
    package var device: DeviceNumber?
    /// Set where a file has more than one name.
    package var linkGroup: LinkGroup?
    /// Extended attributes and ACLs, sorted by name.
    package var attributes: [ExtendedAttribute] = []
    /// Where a sparse file holds data, empty for a file that is one hole, `nil` for one without holes.
    package var dataRanges: [DataRange]?
    /// What is wrong with the entry, if anything.
    package var missing: MissingReason?

    /// Makes an entry with what every kind has; the rest is set afterwards.
    package init(
        name: [UInt8], kind: EntryKind, mode: UInt32, uid: UInt32, gid: UInt32, modified: FileTime
    ) {
        self.name = name
        self.kind = kind
        self.mode = mode
        self.uid = uid
        self.gid = gid
        self.modified = modified
    }
}
