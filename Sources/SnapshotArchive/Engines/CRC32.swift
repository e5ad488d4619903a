internal import CISAL

/// The checksum that zip entries carry, computed by ISA-L.
package struct CRC32: Hashable, Sendable, BitwiseCopyable {
    /// The checksum of the bytes so far.
    package private(set) var value: UInt32 = 0

    /// Starts with no bytes.
    package init() {}

    /// Adds the next bytes.
    package mutating func update(_ bytes: Span<UInt8>) {
        let before = value
        value = unsafe bytes.withUnsafeBufferPointer {
            unsafe crc32_gzip_refl(before, $0.baseAddress, UInt64($0.count))
        }
    }

    /// The checksum of bytes held in memory.
    package static func checksum(of bytes: Span<UInt8>) -> UInt32 {
        var checksum = CRC32()
        checksum.update(bytes)
        return checksum.value
    }
}
