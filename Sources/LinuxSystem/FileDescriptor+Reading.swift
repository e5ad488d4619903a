internal import CLinux
internal import SnapshotModel

extension FileDescriptor {
    /// Appends up to `count` bytes from `offset` and says how many, 0 at the end: see pread(2).
    package borrowing func read(
        into buffer: inout [UInt8], atMost count: Int, at offset: Int64
    ) throws(SystemError) -> Int {
        let number = rawValue
        return try unsafe Self.appending(to: &buffer, count, "pread") { room, count in
            unsafe clinux_read_at(number, room, count, offset)
        }
    }

    /// Appends up to `count` of the next bytes and says how many, 0 at the end: see read(2).
    package borrowing func readSome(
        into buffer: inout [UInt8], atMost count: Int
    ) throws(SystemError) -> Int {
        let number = rawValue
        return try unsafe Self.appending(to: &buffer, count, "read") { room, count in
            unsafe clinux_read(number, room, count)
        }
    }

    /// Everything from the file's start; a file of more than `limit` bytes is refused with EFBIG.
    package borrowing func readAll(atMost limit: Int) throws(SystemError) -> [UInt8] {
        var content: [UInt8] = []
        while content.count <= limit {
            let chunk = min(limit + 1 - content.count, max(16 << 10, content.count))
            if try read(into: &content, atMost: chunk, at: Int64(content.count)) == 0 {
                return content
            }
        }
        throw SystemError("pread", errno: .fileTooBig)
    }

    /// Exactly `count` bytes from `offset`; a file that ends before is refused with EIO.
    package borrowing func readExactly(
        _ count: Int, at offset: Int64
    ) throws(SystemError) -> [UInt8] {
        var content: [UInt8] = []
        content.reserveCapacity(count)
        while content.count < count {
            let position = offset + Int64(content.count)
            if try read(into: &content, atMost: count - content.count, at: position) == 0 {
                throw SystemError("pread", errno: .io)
            }
        }
        return content
    }

    private static func appending(
        to buffer: inout [UInt8], _ count: Int, _ operation: String,
        _ call: (UnsafeMutableRawPointer?, Int) -> Int64
    ) throws(SystemError) -> Int {
        var outcome: Int64 = 0
        #if DEBUG
            if let refusal = SyscallFaults.refusal(of: operation) {
                throw SystemError(operation, errno: refusal)
            }
        #endif
        buffer.append(addingCapacity: count) { free in
            unsafe free.withUnsafeMutableBufferPointer { room, used in
                let start = unsafe UnsafeMutableRawPointer(room.baseAddress?.advanced(by: used))
                outcome = unsafe call(start, min(count, room.count - used))
                if outcome > 0 { used += Int(outcome) }
            }
        }
        let result = outcome
        return try attempt(operation, result)
    }
}
