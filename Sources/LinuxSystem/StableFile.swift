package import SnapshotModel

/// Whether a file stood still while it was read.
package enum Stability: Sendable, Hashable {
    /// What was read is what the file held at one moment.
    case stable
    /// The file changed, so what was read may be a mixture.
    case changed
}

/// One reading of a regular file that tells whether somebody wrote to it meanwhile.
///
/// The size is frozen at the start, so that a file that grows for ever is read to an end.
package struct StableFile: ~Copyable, Sendable {
    /// What the kernel knew of the file when it was opened.
    package let status: FileStatus
    /// The open file, for what else is asked of it, such as its attributes.
    package let descriptor: FileDescriptor
    private var wasShort = false

    /// Opens a regular file below `root`; anything else is refused with EINVAL: see openat2(2).
    package static func open(
        _ path: BytePath, beneath root: borrowing FileDescriptor
    ) throws(SystemError) -> StableFile {
        // O_NONBLOCK: a FIFO put in the file's place must not stop the reader.
        let descriptor = try root.openBeneath(path, [.readOnly, .noFollow, .nonBlocking])
        let status = try descriptor.status()
        guard status.kind == .file else {
            throw SystemError("openat2", path: path, errno: .invalid)
        }
        return StableFile(status: status, descriptor: descriptor)
    }

    private init(status: FileStatus, descriptor: consuming FileDescriptor) {
        self.status = status
        self.descriptor = descriptor
    }

    /// Appends up to `count` bytes from `offset`, never past the frozen size: see pread(2).
    package mutating func read(
        into buffer: inout [UInt8], atMost count: Int, at offset: Int64
    ) throws(SystemError) -> Int {
        let rest = status.size - offset
        guard rest > 0, count > 0 else { return 0 }
        let read = try descriptor.read(
            into: &buffer, atMost: Int(min(Int64(count), rest)), at: offset)
        if read == 0 { wasShort = true }
        return read
    }

    /// Whether the file is still what it was when it was opened: see statx(2).
    package consuming func finish() throws(SystemError) -> Stability {
        let now = try descriptor.status()
        let isSame =
            now.identity == status.identity && now.size == status.size
            && now.modified == status.modified && now.changed == status.changed
        return isSame && !wasShort ? .stable : .changed
    }
}
