internal import CISAL

/// The checksum of RFC 1950, which can be moved along the data byte by byte.
///
/// It finds blocks that moved by any number of bytes, as in rsync (Tridgell, Efficient Algorithms for Sorting and
/// Synchronization, 1999, chapter 3); whoever finds one compares a strong tag too.
package struct Adler32: Hashable, Sendable, BitwiseCopyable {
    private static let modulus: UInt32 = 65_521

    private var low: UInt32
    private var high: UInt32
    /// Bytes that are summed up, drawn into the modulus.
    private let length: UInt32

    /// The checksum of a block.
    package init(of block: Span<UInt8>) {
        let value = Self.checksum(of: block)
        low = value & 0xFFFF
        high = value >> 16
        length = UInt32(truncatingIfNeeded: block.count) % Self.modulus
    }

    /// The checksum as zlib writes it.
    package var value: UInt32 { high << 16 | low }

    /// Moves the block by one byte: `first` leaves it, `next` comes behind its end.
    @inline(__always)
    package mutating func move(first: UInt8, next: UInt8) {
        let (first, next) = (UInt32(first), UInt32(next))
        low &+= Self.modulus &+ next &- first
        if low >= Self.modulus { low &-= Self.modulus }
        if low >= Self.modulus { low &-= Self.modulus }
        // `first` was counted `length` times in the upper sum, and the constant 1 of the lower sum once.
        high &+= low &+ Self.modulus &- 1 &- (length &* first) % Self.modulus
        if high >= Self.modulus { high &-= Self.modulus }
        if high >= Self.modulus { high &-= Self.modulus }
    }

    /// The checksum of bytes held in memory, computed by ISA-L.
    package static func checksum(of bytes: Span<UInt8>) -> UInt32 {
        unsafe bytes.withUnsafeBufferPointer {
            unsafe isal_adler32(1, $0.baseAddress, UInt64($0.count))
        }
    }
}
