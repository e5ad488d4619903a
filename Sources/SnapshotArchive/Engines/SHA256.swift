internal import CCrypto
package import SnapshotModel

/// A SHA-256 under way, computed by libcrypto.
///
/// One value serves any number of digests in turn, so that the algorithm is fetched once a worker.
@safe package struct SHA256: ~Copyable {
    private let algorithm: OpaquePointer?
    private let context: OpaquePointer?

    /// Starts a digest of nothing.
    package init() {
        unsafe algorithm = EVP_MD_fetch(nil, "SHA256", nil)
        unsafe context = EVP_MD_CTX_new()
        start()
    }

    deinit {
        unsafe EVP_MD_CTX_free(context)
        unsafe EVP_MD_free(algorithm)
    }

    /// Adds the next bytes of the message.
    package mutating func update(_ bytes: Span<UInt8>) {
        let result = unsafe bytes.withUnsafeBytes {
            unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count)
        }
        precondition(result == 1, "libcrypto refuses to hash")
    }

    /// Ends the message, and starts the next one.
    package mutating func next() -> Digest {
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        let result = unsafe withUnsafeMutableBytes(of: &words) { output in
            unsafe EVP_DigestFinal_ex(
                context, output.bindMemory(to: UInt8.self).baseAddress, nil)
        }
        precondition(result == 1, "libcrypto refuses to end a hash")
        start()
        return Digest(
            words: UInt64(bigEndian: words.0), UInt64(bigEndian: words.1),
            UInt64(bigEndian: words.2), UInt64(bigEndian: words.3))
    }

    /// Ends the message for good.
    package consuming func finish() -> Digest {
        next()
    }

    /// The digest of one message; the bytes added before are given up.
    package mutating func digest(of bytes: Span<UInt8>) -> Digest {
        start()
        update(bytes)
        return next()
    }

    /// The digest of a message held in memory.
    package static func digest(of bytes: Span<UInt8>) -> Digest {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finish()
    }

    /// The digest of a message held in memory.
    package static func digest(of bytes: [UInt8]) -> Digest {
        digest(of: bytes.span)
    }

    private func start() {
        let result = unsafe EVP_DigestInit_ex2(context, algorithm, nil)
        precondition(result == 1, "libcrypto has no SHA-256")
    }
}
