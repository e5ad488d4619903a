package import SnapshotModel

/// The content of `.snapagent/extents`: where the pieces of a zip lie.
package struct ExtentTable: Sendable, Hashable {
    /// A piece of an entry that is found by where the entry's header begins.
    package struct PatchPiece: Sendable, Hashable {
        /// Where the header of the patch's entry begins.
        package var header: Int64
        /// The patch's range of the entry's data; `plain` are the bytes of the content that it makes.
        package var extent: Extent
        /// The content that it changes.
        package var base: Digest
    }

    /// Tree objects by digest: ranges of the entry `.snapagent/trees`.
    package var trees: [Digest: Extent] = [:]
    /// Where the header of the entry that holds the tree objects begins.
    package var treesHeader: Int64 = 0
    /// Chunks of large files in order, by where the header of the file's entry begins.
    package var chunks: [Int64: [Extent]] = [:]
    /// Patches by the digest of the content that they make.
    package var patches: [Digest: PatchPiece] = [:]

    /// Makes a table of nothing.
    package init() {}

    /// Reads the text, `nil` if a line is not as `append` writes it; lines of other kinds are passed over.
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
        guard let kind = words.first, !kind.isEmpty else { return false }
        let isPatch = kind.elementsEqual("patch".utf8)
        let isTree = kind.elementsEqual("tree".utf8)
        guard isPatch || isTree || kind.elementsEqual("chunk".utf8) else { return true }
        guard words.count == (isPatch ? 7 : 6), let digest = Digest(hexadecimal: Array(words[1])),
            let header = Self.number(words[2]), let offset = Self.number(words[3]),
            let plain = Self.number(words[5])
        else { return false }
        guard isPatch || isTree else { return takeChunks(header, offset, words[4], plain) }
        guard let packed = Self.number(words[4]) else { return false }
        let extent = Extent(offset: offset, packed: packed, plain: plain)
        if isTree {
            trees[digest] = extent
            treesHeader = header
        } else {
            guard let base = Digest(hexadecimal: Array(words[6])) else { return false }
            patches[digest] = PatchPiece(header: header, extent: extent, base: base)
        }
        return true
    }

    static func number(_ word: ArraySlice<UInt8>) -> Int64? {
        guard let first = word.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-") else {
            return nil
        }
        return Int64(String(decoding: word, as: UTF8.self))
    }

    /// Appends the line of one piece: kind, digest, header offset of its entry, offset, packed and plain bytes, and
    /// of a patch its base.
    package static func append(
        _ kind: String, _ digest: Digest, header: Int64, _ extent: Extent, base: Digest? = nil,
        to text: inout [UInt8]
    ) {
        append(
            kind, digest, ["\(header)", "\(extent.offset)", "\(extent.packed)", "\(extent.plain)"],
            base, to: &text)
    }

    static func append(
        _ kind: String, _ digest: Digest, _ words: [String], _ base: Digest? = nil,
        to text: inout [UInt8]
    ) {
        text.append(contentsOf: kind.utf8)
        text.append(UInt8(ascii: " "))
        digest.appendHexadecimal(to: &text)
        for word in words {
            text.append(UInt8(ascii: " "))
            text.append(contentsOf: word.utf8)
        }
        if let base {
            text.append(UInt8(ascii: " "))
            base.appendHexadecimal(to: &text)
        }
        text.append(UInt8(ascii: "\n"))
    }
}
