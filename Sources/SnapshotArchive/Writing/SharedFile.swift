internal import LinuxSystem
internal import SnapshotModel

/// A large file that several threads read, never past the size it had when it was opened.
final class SharedFile: Sendable {
    let descriptor: FileDescriptor
    let size: Int64
    /// Where the file holds data, `nil` if it has no holes.
    private let dataRanges: [DataRange]?

    /// What a thread reads and packs at once.
    static let chunkSize: Int64 = 1 << 20

    /// Bytes of a file from which on its pieces are whole chunks, so that their list stays small.
    private static let hugeSize: Int64 = 64 << 30

    /// Pieces of a chunk that can be unpacked on their own: small, so that a read anywhere unpacks little.
    var pieceSize: Int { size < Self.hugeSize ? 64 << 10 : Int(Self.chunkSize) }

    /// How much of a file is packed to see whether it shrinks.
    private static let probeSize: Int64 = 128 << 10

    init(_ descriptor: consuming FileDescriptor, _ status: FileStatus) {
        self.descriptor = descriptor
        size = status.size
        // A file system that cannot tell has its holes read as zeros.
        let isSparse = status.allocated < status.size
        dataRanges = isSparse ? (try? self.descriptor.dataRanges(size: size)) ?? nil : nil
    }

    var chunkCount: Int { Int((size + Self.chunkSize - 1) / Self.chunkSize) }

    /// Whether a range holds no data at all, so that it need not be read.
    func isHole(at offset: Int64, count: Int64) -> Bool {
        guard let dataRanges else { return false }
        var (low, high) = (0, dataRanges.count)
        while low < high {
            let middle = (low + high) / 2
            if dataRanges[middle].offset + dataRanges[middle].count <= offset {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low == dataRanges.count || dataRanges[low].offset >= offset + count
    }

    /// Reads a range; fewer bytes than asked for mean that the file became shorter.
    func read(
        _ count: Int64, at offset: Int64, into buffer: inout [UInt8]
    ) throws(SystemError) {
        buffer.removeAll(keepingCapacity: true)
        while Int64(buffer.count) < count {
            let done = Int64(buffer.count)
            if try descriptor.read(
                into: &buffer, atMost: Int(count - done), at: offset + done) == 0
            {
                return
            }
        }
    }

    /// The digest of the whole file.
    func digest() throws(SystemError) -> Digest {
        var hash = SHA256()
        var buffer = [UInt8]()
        var offset: Int64 = 0
        while offset < size {
            try read(min(Self.chunkSize, size - offset), at: offset, into: &buffer)
            if buffer.isEmpty { break }
            hash.update(buffer.span)
            offset += Int64(buffer.count)
        }
        return hash.finish()
    }

    /// Stored for what does not shrink, judged by a piece of the file's middle; holes always shrink.
    func bestMethod() -> PackingMethod {
        guard dataRanges == nil else { return .deflated }
        var buffer = [UInt8]()
        let count = min(size, Self.probeSize)
        // A file that cannot be read fails where that is reported.
        guard (try? read(count, at: (size - count) / 2, into: &buffer)) != nil else {
            return .deflated
        }
        var packed = [UInt8]()
        var deflater = Deflater()
        deflater.deflate(buffer.span, ending: .stream, into: &packed)
        return packed.count * 100 >= buffer.count * 97 ? .stored : .deflated
    }
}
