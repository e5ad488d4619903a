package import SnapshotModel

/// A new content that is read once, from its beginning to its end.
package protocol NewContent {
    /// Bytes that are read at most.
    var size: Int64 { get }

    /// Reads a range into an empty buffer; fewer bytes mean that the content ends here.
    func read(_ count: Int64, at offset: Int64, into buffer: inout [UInt8]) throws

    /// Whether a range is known to be zeros without reading it.
    func isHole(at offset: Int64, count: Int64) -> Bool
}

/// An older content that a new one may be made from.
package struct PatchBase {
    /// The content's digest.
    package var content: Digest
    /// Signatures of its blocks.
    package var signatures: BlockSignatures
    /// Its bytes, of which only those near changes are read.
    package var bytes: any ContentBytes

    /// Makes a base of its parts.
    package init(content: Digest, signatures: BlockSignatures, bytes: any ContentBytes) {
        self.content = content
        self.signatures = signatures
        self.bytes = bytes
    }
}

/// A patch that was made, and what the content came to.
package struct EncodedPatch: Sendable {
    /// SHA-256 of the new content.
    package var content: Digest
    /// Bytes of the new content.
    package var size: Int64
    /// Bytes of the patch.
    package var count: Int64
    /// CRC-32 of the patch's bytes.
    package var checksum: CRC32
    /// Signatures of the new content's blocks.
    package var signatures: BlockSignatures
    /// What was taken from where.
    package var statistics: PatchStatistics
    /// Whether the content ended before its size.
    package var wasCut: Bool
}

/// Makes patches: one thread hashes the new content while this one compares and packs it.
package enum PatchEncoder {
    /// Bytes that are read at once: whole blocks.
    private static let window: Int64 = 1 << 20

    /// Makes a patch over `base`, given to `sink` part by part; `nil` as soon as it exceeds `limit` bytes.
    ///
    /// What `sink` has got by then is worth nothing. `progress` is called with the bytes read since the last time
    /// and may throw to end the work. Errors of the content, of the base and of `sink` are thrown on.
    package static func encode(
        _ content: some NewContent, over base: PatchBase, key: SignatureKey, limit: Int64,
        progress: (Int64) throws -> Void = { _ in },
        sink: @escaping ([UInt8]) throws -> Void
    ) throws -> EncodedPatch? {
        guard base.bytes.size == base.signatures.size else { throw PatchError.base }
        return try withoutActuallyEscaping(progress) { progress in
            let checksum = ChecksumBox()
            var writer = PatchWriter(base: base.content, baseSize: base.signatures.size) { bytes in
                checksum.value.update(bytes.span)
                try sink(bytes)
            }
            var matcher = BlockMatcher(base.signatures, base: base.bytes, key: key)
            let (wasCut, digest) = try BackgroundDigest.compute { hash in
                try read(content, hash, &matcher, &writer, limit, progress)
            }
            guard let wasCut else { return nil }
            let statistics = writer.statistics
            let size = writer.size
            let count = try writer.finish()
            guard count <= limit else { return nil }
            return EncodedPatch(
                content: digest, size: size, count: count, checksum: checksum.value,
                signatures: matcher.new, statistics: statistics, wasCut: wasCut)
        }
    }

    /// Reads everything; whether it ended too early, `nil` if the patch grew too long.
    private static func read(
        _ content: some NewContent, _ hash: BackgroundDigest, _ matcher: inout BlockMatcher,
        _ writer: inout PatchWriter, _ limit: Int64, _ progress: (Int64) throws -> Void
    ) throws -> Bool? {
        var offset: Int64 = 0
        var wasCut = false
        while offset < content.size, !wasCut {
            let count = min(window, content.size - offset)
            if content.isHole(at: offset, count: count) {
                hash.addZeros(count)
                try matcher.takeZeros(count, to: &writer)
                offset += count
                try progress(count)
            } else {
                var bytes = [UInt8]()
                try content.read(count, at: offset, into: &bytes)
                hash.add(bytes)
                try matcher.take(bytes, to: &writer)
                offset += Int64(bytes.count)
                wasCut = Int64(bytes.count) < count
                try progress(Int64(bytes.count))
            }
            if writer.count > limit { return nil }
        }
        try matcher.finish(to: &writer)
        return wasCut
    }
}

/// Holds a checksum that a closure updates.
private final class ChecksumBox {
    var value = CRC32()
}
