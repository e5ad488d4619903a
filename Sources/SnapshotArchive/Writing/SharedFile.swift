internal import LinuxSystem
internal import SnapshotModel

/// A large file that several threads read, never past the size it had when it was opened.
///
/// One with huge holes is read as its data ranges end to end.
final class SharedFile: Sendable {
    let descriptor: FileDescriptor
    /// What the kernel knew of the file when it was opened.
    let status: FileStatus
    /// Bytes to read: those of the file, or of its data ranges alone.
    let size: Int64
    /// Where the bytes belong if the holes are left out.
    let condensed: CondensedMap?
    /// Where its bytes begin in the open file.
    private let base: Int64
    /// Where the file holds data, `nil` if it has no holes.
    private let dataRanges: [DataRange]?

    /// What a thread reads and packs at once.
    static let chunkSize: Int64 = 1 << 20

    /// Bytes of a file from which on its pieces are whole chunks, so that their list stays small.
    private static let hugeSize: Int64 = 64 << 30

    /// Pieces of a chunk that can be unpacked on their own: small, so that a read anywhere unpacks little.
    var pieceSize: Int { Self.pieceSize(of: size) }

    /// The same for any content of so many bytes.
    static func pieceSize(of size: Int64) -> Int {
        size < hugeSize ? 64 << 10 : Int(chunkSize)
    }

    /// How much of a file is packed to see whether it shrinks.
    private static let probeSize: Int64 = 128 << 10

    /// Holes of more than `mostHoles` bytes are left out.
    init(_ descriptor: consuming FileDescriptor, _ status: FileStatus, mostHoles: Int64) {
        self.descriptor = descriptor
        self.status = status
        base = 0
        // A file system that cannot tell has its holes read as zeros.
        let ranges =
            status.mayHaveHoles
            ? (try? self.descriptor.dataRanges(size: status.size)) ?? nil : nil
        if let ranges,
            TreeEntry.isMostlyHoles(ranges, size: status.size, most: mostHoles)
        {
            let map = CondensedMap(ranges)
            (condensed, dataRanges, size) = (map, nil, map.size)
        } else {
            (condensed, dataRanges, size) = (nil, ranges, status.size)
        }
    }

    /// Whether the file still holds data where it did when it was opened, if that matters.
    var isMappedAlike: Bool {
        guard let condensed else { return true }
        return (try? descriptor.dataRanges(size: status.size)) == condensed.ranges
    }

    /// A file whose bytes lie in another one, such as the zip.
    init(_ descriptor: consuming FileDescriptor, _ status: FileStatus, at base: Int64) {
        self.descriptor = descriptor
        self.status = status
        self.base = base
        (condensed, dataRanges, size) = (nil, nil, status.size)
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
        guard let condensed else {
            _ = try append(DataRange(offset: offset, count: count), to: &buffer)
            return
        }
        for place in condensed.places(of: count, at: offset) {
            guard try append(place, to: &buffer) else { return }
        }
    }

    /// Whether the file holds all of a range.
    private func append(
        _ range: DataRange, to buffer: inout [UInt8]
    ) throws(SystemError) -> Bool {
        var done: Int64 = 0
        while done < range.count {
            let count = try descriptor.read(
                into: &buffer, atMost: Int(range.count - done), at: base + range.offset + done)
            guard count > 0 else { return false }
            done += Int64(count)
        }
        return true
    }

    /// The digest of all that is read, `nil` once the work is called off.
    func digest(_ progress: JobProgress) throws(SystemError) -> Digest? {
        var hash = SHA256()
        var buffer = [UInt8]()
        var offset: Int64 = 0
        while offset < size {
            if progress.isCancelled { return nil }
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
