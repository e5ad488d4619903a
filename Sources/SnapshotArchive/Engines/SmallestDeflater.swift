internal import CDeflate

/// Compresses whole contents by libdeflate as small as it can: slow, for times when nobody waits.
@safe package final class SmallestDeflater {
    /// libdeflate's best level; above 9 it looks for the shortest parse.
    private static let level: Int32 = 12

    private let compressor: OpaquePointer

    /// Makes an engine with its tables, some megabytes; `nil` if there is no memory for them.
    package init?() {
        guard let made = unsafe libdeflate_alloc_compressor(Self.level) else { return nil }
        unsafe compressor = made
    }

    deinit {
        unsafe libdeflate_free_compressor(compressor)
    }

    /// The deflate stream (RFC 1951) of some bytes, `nil` if it takes more than `limit` bytes.
    package func deflate(_ plain: Span<UInt8>, atMost limit: Int) -> [UInt8]? {
        guard limit > 0 else { return nil }
        let compressor = unsafe self.compressor
        let packed = unsafe plain.withUnsafeBytes { source in
            unsafe [UInt8](unsafeUninitializedCapacity: limit) { target, count in
                count = unsafe libdeflate_deflate_compress(
                    compressor, source.baseAddress, source.count, target.baseAddress, limit)
            }
        }
        // The engine answers 0 where the room does not do.
        return packed.isEmpty ? nil : packed
    }
}
