package import SnapshotModel

/// Chunks are small, so that a read somewhere unpacks little, and share lines, so that the table is small too.
extension ExtentTable {
    /// Bytes that a chunk unpacks to if another one follows it in the same line.
    private static let sharedSize: Int64 = 64 << 10

    /// Chunks that share a line at most.
    private static let longestLine = 16

    /// Appends the lines of an entry's chunks.
    package static func append(
        chunks: [Extent], of content: Digest, header: Int64, to text: inout [UInt8]
    ) {
        var start = 0
        while start < chunks.count {
            var end = start + 1
            while end < chunks.count, end - start < longestLine,
                chunks[end - 1].plain == sharedSize, chunks[end].plain <= sharedSize
            {
                end += 1
            }
            let line = chunks[start..<end]
            let packed = line.map { String($0.packed) }.joined(separator: ",")
            let plain = line.reduce(0) { $0 + $1.plain }
            append(
                "chunk", content, ["\(header)", "\(chunks[start].offset)", packed, "\(plain)"],
                to: &text)
            start = end
        }
    }

    /// Takes the chunks of one line; whether they are as `append` writes them.
    mutating func takeChunks(
        _ header: Int64, _ offset: Int64, _ packed: ArraySlice<UInt8>, _ plain: Int64
    ) -> Bool {
        var (offset, plain) = (offset, plain)
        let words = packed.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        for (position, word) in words.enumerated() {
            let isLast = position + 1 == words.count
            guard let count = Self.number(word), isLast || plain > Self.sharedSize else {
                return false
            }
            let size = isLast ? plain : Self.sharedSize
            chunks[header, default: []].append(Extent(offset: offset, packed: count, plain: size))
            let (next, overflow) = offset.addingReportingOverflow(count)
            guard !overflow else { return false }
            offset = next
            plain -= size
        }
        return true
    }
}
