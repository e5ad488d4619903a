internal import Glibc

/// What an event says happened: see inotify(7).
struct EventMask: OptionSet, Hashable, Sendable {
    let rawValue: UInt32

    static let modify = EventMask(rawValue: UInt32(IN_MODIFY))
    static let attributes = EventMask(rawValue: UInt32(IN_ATTRIB))
    static let closeWrite = EventMask(rawValue: UInt32(IN_CLOSE_WRITE))
    static let movedFrom = EventMask(rawValue: UInt32(IN_MOVED_FROM))
    static let movedTo = EventMask(rawValue: UInt32(IN_MOVED_TO))
    static let create = EventMask(rawValue: UInt32(IN_CREATE))
    static let delete = EventMask(rawValue: UInt32(IN_DELETE))
    static let deleteSelf = EventMask(rawValue: UInt32(IN_DELETE_SELF))
    static let moveSelf = EventMask(rawValue: UInt32(IN_MOVE_SELF))
    static let unmount = EventMask(rawValue: UInt32(IN_UNMOUNT))
    static let overflow = EventMask(rawValue: UInt32(IN_Q_OVERFLOW))
    static let ignored = EventMask(rawValue: UInt32(IN_IGNORED))
    static let isDirectory = EventMask(rawValue: UInt32(IN_ISDIR))
    static let onlyDirectory = EventMask(rawValue: UInt32(IN_ONLYDIR))
    static let addToMask = EventMask(rawValue: UInt32(IN_MASK_ADD))

    /// What a directory of a tree is watched for.
    ///
    /// Never IN_EXCL_UNLINK: a file opened under a name that is gone since may have another one
    /// in the tree, and its writes would be silent.
    static let tree: EventMask = [
        .modify, .attributes, .closeWrite, .movedFrom, .movedTo, .create, .delete, .deleteSelf,
        .moveSelf,
    ]

    /// What a directory above a root is watched for.
    static let ancestor: EventMask = [
        .movedFrom, .movedTo, .create, .delete, .deleteSelf, .moveSelf,
    ]

    /// The same while the root cannot be seen: a changed mode may show it again.
    static let ancestorOfLost = ancestor.union(.attributes)
}

/// One event as the kernel queued it: see inotify(7).
struct WatchEvent: Hashable, Sendable {
    /// The watch descriptor, -1 for an overflow.
    var watch: Int32
    /// What happened.
    var mask: EventMask
    /// The entry of the directory it is about; empty if it is about the directory itself.
    var name: [UInt8] = []
    /// What the two halves of a rename have in common.
    var cookie: UInt32 = 0

    /// The inode that was written, if it was opened without a name: the kernel goes on calling it `#` and its
    /// number, whatever name it got since, see open(2), O_TMPFILE.
    var unnamedInode: UInt64? {
        guard name.first == UInt8(ascii: "#"), name.count > 1,
            !mask.isDisjoint(with: [.modify, .attributes, .closeWrite])
        else { return nil }
        return UInt64(String(decoding: name.dropFirst(), as: UTF8.self))
    }
}
