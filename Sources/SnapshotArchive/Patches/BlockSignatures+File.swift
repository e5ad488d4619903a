package import SnapshotModel

/// The file that keeps a content's signatures in the cache directory.
///
/// It can be made anew at any time by unpacking the content, so whatever is wrong with it means that there is none.
extension BlockSignatures {
    private static let start: [UInt8] = Array("SNSG".utf8) + [1]

    /// The file's bytes: mark, version, content, a check of the key, size, tags, checksums, and the digest of all that.
    package func encoded(for content: Digest, key: SignatureKey) -> [UInt8] {
        var bytes = Self.start
        bytes.reserveCapacity(128 + count * 12)
        bytes.append(contentsOf: content.bytes)
        bytes.append(littleEndian: Self.check(of: key))
        bytes.append(littleEndian: size)
        for tag in tags { bytes.append(littleEndian: tag) }
        for checksum in checksums { bytes.append(littleEndian: checksum) }
        bytes.append(contentsOf: SHA256.digest(of: bytes).bytes)
        return bytes
    }

    /// Reads such a file, `nil` if it is damaged, another content's or made with another key.
    package init?(encoded bytes: [UInt8], for content: Digest, key: SignatureKey) {
        guard bytes.count >= 32,
            SHA256.digest(of: bytes.span.extracting(0..<(bytes.count - 32))).bytes
                == Array(bytes.suffix(32))
        else { return nil }
        var cursor = ByteCursor(bytes, to: bytes.count - 32)
        guard cursor.read(count: Self.start.count) == Self.start,
            cursor.read(count: 32) == content.bytes,
            cursor.read(UInt64.self) == Self.check(of: key),
            let size = cursor.read(Int64.self), size >= 0
        else { return nil }
        let count = size / Int64(Self.blockSize) + (size % Int64(Self.blockSize) > 0 ? 1 : 0)
        guard cursor.remaining % 12 == 0, Int64(cursor.remaining / 12) == count else { return nil }
        self.init()
        self.size = size
        tags.reserveCapacity(Int(count))
        checksums.reserveCapacity(Int(count))
        for _ in 0..<count { tags.append(cursor.read(UInt64.self) ?? 0) }
        for _ in 0..<count { checksums.append(cursor.read(UInt32.self) ?? 0) }
    }

    /// What shows that a file was made with this key, without telling it.
    private static func check(of key: SignatureKey) -> UInt64 {
        var tagger = BlockTagger(key)
        return tagger.tag(of: Array("signatures".utf8).span)
    }
}
