internal import CLinux
package import SnapshotModel

/// Room for about 800 names of common length; getdents64 fills what fits.
private let listingRoom = 32 << 10

/// Memory that directories are read into, one after the other.
package struct ListingBuffer: Sendable {
    fileprivate var bytes = [UInt8](repeating: 0, count: listingRoom)

    /// Makes a buffer of 32 KiB.
    package init() {}
}

extension FileDescriptor {
    /// Calls `body` with every name of the directory and its kind, as far as the directory says.
    ///
    /// Starts from the first name; `.` and `..` are left out. See getdents64(2).
    package borrowing func names(_ body: ([UInt8], EntryKind?) throws -> Void) throws {
        let number = rawValue
        try attempt("lseek", clinux_rewind(number))
        var buffer = [UInt8](repeating: 0, count: listingRoom)
        while true {
            let filled = try attempt("getdents64", unsafe clinux_list(number, &buffer, listingRoom))
            guard filled > 0 else { return }
            try Self.entries(in: buffer, filled) { name, type in
                if name != [46], name != [46, 46] {
                    try body(name, EntryKind(directoryType: type))
                }
            }
        }
    }

    /// Calls `body` with the names that are directories, and those of which the directory does not say so.
    ///
    /// Starts where the descriptor stands, after opening that is the first name. See getdents64(2).
    package borrowing func directoryNames(
        using buffer: inout ListingBuffer, _ body: (_ name: [UInt8], _ isCertain: Bool) -> Void
    ) throws(SystemError) {
        let number = rawValue
        while true {
            let filled = try attempt(
                "getdents64",
                unsafe clinux_list_directories(number, &buffer.bytes, listingRoom))
            guard filled > 0 else { return }
            Self.entries(in: buffer.bytes, filled) { name, type in body(name, type != 0) }
        }
    }

    /// Calls `body` with the name and type of each `struct linux_dirent64`.
    private static func entries<Failure: Error>(
        in buffer: [UInt8], _ filled: Int,
        _ body: (_ name: [UInt8], _ type: UInt8) throws(Failure) -> Void
    ) throws(Failure) {
        var start = 0
        while start < filled {
            let length = Int(buffer[start + 16]) | Int(buffer[start + 17]) << 8
            let nameStart = start + 19
            var nameEnd = nameStart
            while buffer[nameEnd] != 0 { nameEnd += 1 }
            try body(Array(buffer[nameStart..<nameEnd]), buffer[start + 18])
            start += length
        }
    }

    /// Where the symbolic link `name` points: see readlinkat(2).
    package borrowing func readLink(_ name: [UInt8]) throws(SystemError) -> [UInt8] {
        try Self.linkTarget(rawValue, name)
    }

    static func linkTarget(_ directory: CInt, _ name: [UInt8]) throws(SystemError) -> [UInt8] {
        var target = [UInt8](repeating: 0, count: 4096)
        let room = target.count
        let length = try attempt(
            "readlinkat", BytePath(name),
            unsafe clinux_read_link(directory, name, name.count, &target, room))
        return Array(target[..<length])
    }
}
