/// Files of huge holes, such as disk images and `lastlog`, are saved as their data alone: nothing reads, hashes or
/// packs a terabyte of zeros.
extension TreeEntry {
    /// A file with more bytes of holes than this is saved condensed.
    package static let mostHoles: Int64 = 1 << 30

    /// Where the bytes of a condensed content belong; `nil` for every other entry.
    package var condensedMap: CondensedMap? {
        isCondensed ? dataRanges.map { CondensedMap($0) } : nil
    }

    /// Whether the map of holes has it that a file is saved condensed when it is read next.
    package var isMostlyHoles: Bool {
        kind == .file && dataRanges.map { Self.isMostlyHoles($0, size: size) } ?? false
    }

    /// Whether a file of this size with data in these ranges is saved condensed.
    package static func isMostlyHoles(
        _ ranges: [DataRange], size: Int64, most: Int64 = mostHoles
    ) -> Bool {
        size - ranges.reduce(0) { $0 + $1.count } > most
    }

    /// Bytes of the content as the store has it, or as it will most likely be read.
    package var contentSize: Int64 {
        guard let dataRanges, isCondensed || content == nil && isMostlyHoles else { return size }
        return dataRanges.reduce(0) { $0 + $1.count }
    }

    /// What tells contents of files apart, `nil` where the snapshot has none.
    package var contentIdentity: ContentIdentity? {
        content.map { ContentIdentity($0, size: size, ranges: isCondensed ? dataRanges : nil) }
    }

    /// Leaves the content out.
    package mutating func dropContent() {
        content = nil
        isCondensed = false
    }
}

/// What two files have in common if and only if they read alike.
package struct ContentIdentity: Hashable, Sendable {
    private let content: Digest
    private let size: Int64
    private let ranges: [DataRange]?

    /// Makes the identity of a file: of a condensed one by the ranges that its content lists.
    package init(_ content: Digest, size: Int64, ranges: [DataRange]? = nil) {
        self.content = content
        self.size = size
        self.ranges = ranges
    }
}
