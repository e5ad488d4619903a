internal import CLinux
package import SnapshotModel

/// Room for about 800 names of common length; getdents64 fills what fits.
private let listingRoom = 32 << 10

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
            var start = 0
            while start < filled {
                let length = Int(buffer[start + 16]) | Int(buffer[start + 17]) << 8
                let type = buffer[start + 18]
                let nameStart = start + 19
                var nameEnd = nameStart
                while buffer[nameEnd] != 0 { nameEnd += 1 }
                let name = Array(buffer[nameStart..<nameEnd])
                if name != [46], name != [46, 46] {
                    try body(name, EntryKind(directoryType: type))
                }
                start += length
            }
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
