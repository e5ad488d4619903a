internal import LinuxSystem
internal import Synchronization

/// The zip under way: threads take room at its end and fill it without waiting for each other.
final class OutputFile: Sendable {
    let descriptor: FileDescriptor
    private let end = Mutex<Int64>(0)

    /// Writes from the file's beginning.
    init(_ descriptor: consuming FileDescriptor) {
        self.descriptor = descriptor
    }

    /// Where the next room begins.
    var size: Int64 { end.withLock { $0 } }

    /// Takes room for `count` bytes.
    func reserve(_ count: Int64) -> Int64 {
        end.withLock { end in
            defer { end += count }
            return end
        }
    }

    /// Takes room for these bytes, writes them and says where they are.
    func append(_ bytes: [UInt8]) throws(SystemError) -> Int64 {
        let offset = reserve(Int64(bytes.count))
        try descriptor.write(bytes.span, at: offset)
        return offset
    }

    /// Moves the end, where nobody else writes.
    func moveEnd(to offset: Int64) {
        end.withLock { $0 = offset }
    }
}
