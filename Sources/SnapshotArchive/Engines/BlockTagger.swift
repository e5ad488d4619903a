internal import CCrypto

/// The secret of a store with which the blocks of large files are tagged.
package struct SignatureKey: Sendable, Hashable {
    /// Bytes of a key.
    package static let count = 32

    /// The key's bytes.
    package let bytes: [UInt8]

    /// Makes a key of 32 random bytes, `nil` for any other count.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.count else { return nil }
        self.bytes = bytes
    }
}

/// Tags blocks by Poly1305 (RFC 8439, computed by libcrypto), so that a changed block is noticed without the old one.
///
/// Poly1305 is made for one message a key: two tags under one key help to forge a third. Nobody who could forge is shown
/// tags, which stay in a private directory, and what is decided by them is proven by a SHA-256 later; so one key serves
/// all blocks, as it does not with a message authentication code. It is the fastest keyed function at hand.
@safe package struct BlockTagger: ~Copyable {
    private let algorithm: OpaquePointer?
    private let context: OpaquePointer?
    private let key: [UInt8]

    /// Makes an engine for tags under one key.
    package init(_ key: SignatureKey) {
        self.key = key.bytes
        unsafe algorithm = EVP_MAC_fetch(nil, "POLY1305", nil)
        unsafe context = EVP_MAC_CTX_new(algorithm)
    }

    deinit {
        unsafe EVP_MAC_CTX_free(context)
        unsafe EVP_MAC_free(algorithm)
    }

    /// The first eight bytes of the block's tag, lowest byte first.
    package mutating func tag(of block: Span<UInt8>) -> UInt64 {
        var words: (UInt64, UInt64) = (0, 0)
        var result = unsafe EVP_MAC_init(context, key, key.count, nil)
        if result == 1 {
            result = unsafe block.withUnsafeBufferPointer {
                unsafe EVP_MAC_update(context, $0.baseAddress, $0.count)
            }
        }
        if result == 1 {
            result = unsafe withUnsafeMutableBytes(of: &words) { output in
                var written = 0
                return unsafe EVP_MAC_final(
                    context, output.bindMemory(to: UInt8.self).baseAddress, &written, output.count)
            }
        }
        precondition(result == 1, "libcrypto has no Poly1305")
        return UInt64(littleEndian: words.0)
    }
}
