/// A range of an entry's packed data that can be unpacked on its own.
package struct Extent: Hashable, Sendable, BitwiseCopyable {
    /// Where the range begins in the entry's packed data.
    package var offset: Int64
    /// Bytes of the range.
    package var packed: Int64
    /// Bytes that it unpacks to.
    package var plain: Int64

    /// Makes an extent of its three numbers.
    package init(offset: Int64, packed: Int64, plain: Int64) {
        self.offset = offset
        self.packed = packed
        self.plain = plain
    }
}
