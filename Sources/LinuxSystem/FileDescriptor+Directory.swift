internal import CLinux
package import SnapshotModel

extension FileDescriptor {
    /// Makes the directory `name`; the umask applies: see mkdirat(2).
    package borrowing func makeDirectory(
        _ name: [UInt8], mode: UInt32 = 0o700
    ) throws(SystemError) {
        let number = rawValue
        try attempt(
            "mkdirat", BytePath(name), unsafe clinux_make_directory(number, name, name.count, mode))
    }

    /// Makes the symbolic link `name`: see symlinkat(2).
    package borrowing func makeLink(target: [UInt8], at name: [UInt8]) throws(SystemError) {
        let number = rawValue
        try attempt(
            "symlinkat", BytePath(name),
            unsafe clinux_make_link(target, target.count, number, name, name.count))
    }

    /// Makes the FIFO, socket, device or empty file `name`: see mknodat(2).
    package borrowing func makeNode(
        _ name: [UInt8], kind: EntryKind, mode: UInt32, device: DeviceNumber? = nil
    ) throws(SystemError) {
        let number = rawValue
        let (major, minor) = (device?.major ?? 0, device?.minor ?? 0)
        try attempt(
            "mknodat", BytePath(name),
            unsafe clinux_make_node(
                number, name, name.count, kind.modeBits | mode, major, minor))
    }

    /// Gives what is called `fromName` in `directory` a second name here: see linkat(2).
    package borrowing func makeHardLink(
        from directory: borrowing FileDescriptor, _ fromName: [UInt8], to name: [UInt8]
    ) throws(SystemError) {
        let (from, number) = (directory.rawValue, rawValue)
        try attempt(
            "linkat", BytePath(name),
            unsafe clinux_make_hard_link(
                from, fromName, fromName.count, number, name, name.count))
    }

    /// Gives a file without a name (O_TMPFILE) the name `name` here: see linkat(2).
    package borrowing func makeName(
        _ name: [UInt8], for file: borrowing FileDescriptor
    ) throws(SystemError) {
        let (from, number) = (file.rawValue, rawValue)
        try attempt(
            "linkat", BytePath(name),
            unsafe clinux_link_descriptor(from, number, name, name.count))
    }

    /// Removes the entry `name`, which is an empty directory or anything else: see unlinkat(2).
    package borrowing func remove(_ name: [UInt8], directory: Bool = false) throws(SystemError) {
        let number = rawValue
        try attempt(
            "unlinkat", BytePath(name),
            unsafe clinux_remove(number, name, name.count, directory ? 1 : 0))
    }

    /// Moves `name` to `newName` in `directory`: see renameat2(2), RENAME_NOREPLACE.
    ///
    /// Where the file system knows no RENAME_NOREPLACE the error is EINVAL.
    package borrowing func rename(
        _ name: [UInt8], to directory: borrowing FileDescriptor, _ newName: [UInt8],
        replacing: Bool
    ) throws(SystemError) {
        let (from, to) = (rawValue, directory.rawValue)
        if replacing {
            try attempt(
                "renameat", BytePath(name),
                unsafe clinux_rename(from, name, name.count, to, newName, newName.count))
        } else {
            try attempt(
                "renameat2", BytePath(name),
                unsafe clinux_rename_without_replacing(
                    from, name, name.count, to, newName, newName.count))
        }
    }

    /// Swaps `name` and `other` of `directory` in one step: see renameat2(2), RENAME_EXCHANGE.
    package borrowing func exchange(
        _ name: [UInt8], with directory: borrowing FileDescriptor, _ other: [UInt8]
    ) throws(SystemError) {
        let (from, to) = (rawValue, directory.rawValue)
        try attempt(
            "renameat2", BytePath(name),
            unsafe clinux_exchange(from, name, name.count, to, other, other.count))
    }
}
