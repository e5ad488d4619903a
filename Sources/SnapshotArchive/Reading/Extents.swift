package import SnapshotModel

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

/// The content of `.snapagent/extents`: where the pieces of a zip lie.
package struct ExtentTable: Sendable, Hashable {
    /// Tree objects by digest: ranges of the entry `.snapagent/trees`.
    package var trees: [Digest: Extent] = [:]
    /// Where the header of the entry that holds the tree objects begins.
    package var treesHeader: Int64 = 0
    /// Chunks of large files in order, by where the header of the file's entry begins.
    package var chunks: [Int64: [Extent]] = [:]

    /// Makes a table of nothing.
    package init() {}

    /// Reads the text, `nil` if a line is not as `append` writes it.
    package init?(_ text: [UInt8]) {
        var line = [UInt8]()
        var position = 0
        while position < text.count {
            guard let end = text[position...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            line.removeAll(keepingCapacity: true)
            line.append(contentsOf: text[position..<end])
            guard take(line) else { return nil }
            position = end + 1
        }
    }

    private mutating func take(_ line: [UInt8]) -> Bool {
        let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard words.count == 6, let digest = Digest(hexadecimal: Array(words[1])),
            let header = Self.number(words[2]), let offset = Self.number(words[3]),
            let packed = Self.number(words[4]), let plain = Self.number(words[5])
        else { return false }
        let extent = Extent(offset: offset, packed: packed, plain: plain)
        if words[0].elementsEqual("tree".utf8) {
            trees[digest] = extent
            treesHeader = header
            return true
        }
        guard words[0].elementsEqual("chunk".utf8) else { return false }
        chunks[header, default: []].append(extent)
        return true
    }

    private static func number(_ word: ArraySlice<UInt8>) -> Int64? {
        guard let first = word.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-") else {
            return nil
        }
        return Int64(String(decoding: word, as: UTF8.self))
    }

    /// Appends the line of one piece: kind, digest, header offset of its entry, offset, packed and plain bytes.
    static func append(
        _ kind: String, _ digest: Digest, header: Int64, _ extent: Extent, to text: inout [UInt8]
    ) {
        text.append(contentsOf: kind.utf8)
        text.append(UInt8(ascii: " "))
        digest.appendHexadecimal(to: &text)
        for number in [header, extent.offset, extent.packed, extent.plain] {
            text.append(UInt8(ascii: " "))
            text.append(contentsOf: String(number).utf8)
        }
        text.append(UInt8(ascii: "\n"))
    }
}
