internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotModel
internal import Synchronization

/// A zip of the store that is held open, and is read on however it is renamed or removed meanwhile.
final class OpenZip: Sendable {
    /// The file's name.
    let name: [UInt8]
    /// The zip for reads of objects whose places are known.
    let file: ObjectFile
    private let reader: Mutex<ArchiveReader?>

    init(name: [UInt8], file: ObjectFile, reader: ArchiveReader? = nil) {
        self.name = name
        self.file = file
        self.reader = Mutex(reader)
    }

    /// The zip with its central directory, which is read the first time.
    func archive() throws(UserError) -> ArchiveReader {
        try reader.withLock { reader throws(UserError) in
            if let reader { return reader }
            let descriptor: FileDescriptor
            do throws(SystemError) {
                descriptor = try file.duplicate()
            } catch {
                throw SystemError("openat", path: file.path, errno: error.errno).asUserError()
            }
            let opened = try ArchiveReader.openForObjects(descriptor, path: file.path)
            reader = opened
            return opened
        }
    }

    /// Whether nobody else holds the file, so that keeping it open wastes the disk.
    var isRemoved: Bool { (try? file.status().linkCount) == 0 }
}
