/// A content that is held in memory.
package final class MemoryBytes: ContentBytes {
    private let bytes: [UInt8]

    /// Takes the content.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Bytes of the content.
    package var size: Int64 { Int64(bytes.count) }

    /// Appends a range of the content; throws `PatchError.range` if it is not there.
    package func read(_ count: Int, at offset: Int64, into buffer: inout [UInt8]) throws {
        guard count >= 0, offset >= 0, Int64(count) <= size - offset else {
            throw PatchError.range
        }
        let start = Int(offset)
        let content = bytes
        buffer.append(content.span.extracting(start..<(start + count)))
    }
}
