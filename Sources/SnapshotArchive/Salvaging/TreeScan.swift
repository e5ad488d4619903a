internal import SnapshotModel

/// Finds tree objects without a table of where they lie.
///
/// Each was packed on its own and ends with an empty stored block, by whose bytes it is told from the next.
enum TreeScan {
    /// The last bytes of a piece: the length of the empty block and its complement (RFC 1951, section 3.2.4).
    private static let mark: [UInt8] = [0, 0, 0xFF, 0xFF]

    /// The bytes of a mark may stand inside of a piece too: so many are passed over before it is given up.
    private static let mostFalseMarks = 8

    /// No entry of more bytes is read into memory for this.
    private static let limit: Int64 = 1 << 30

    /// The objects in packed trees, by digest: ranges of these bytes.
    static func extents(in packed: [UInt8]) -> [Digest: Extent] {
        var found: [Digest: Extent] = [:]
        let ends = ends(in: packed)
        var inflater = Inflater()
        var start = 0
        var next = 0
        while next < ends.count {
            var piece: (digest: Digest, extent: Extent)?
            var tried = next
            while tried < ends.count, tried - next <= mostFalseMarks, piece == nil {
                piece = read(packed, start..<ends[tried], &inflater)
                tried += 1
            }
            if let piece {
                found[piece.digest] = piece.extent
                next = tried
            } else {
                // Damaged: the next one begins behind the nearest mark.
                next += 1
            }
            start = ends[next - 1]
        }
        return found
    }

    /// The packed bytes of the entry of trees, `nil` if there is none.
    static func packedTrees(of zip: ZipFile) throws(UserError) -> [UInt8]? {
        guard let index = zip.directory.byName[OwnName.trees] else { return nil }
        let entry = zip.directory.entries[index]
        guard entry.method == .deflated, entry.packed <= limit else { return nil }
        return try zip.bytes(Int(entry.packed), at: try zip.dataOffset(of: index))
    }

    private static func ends(in packed: [UInt8]) -> [Int] {
        var ends = [Int]()
        var position = 0
        while position + mark.count <= packed.count {
            if packed[position..<(position + mark.count)].elementsEqual(mark) {
                position += mark.count
                ends.append(position)
            } else {
                position += 1
            }
        }
        return ends
    }

    /// A piece that is the whole text of a tree, `nil` for anything else.
    private static func read(
        _ packed: [UInt8], _ range: Range<Int>, _ inflater: inout Inflater
    ) -> (digest: Digest, extent: Extent)? {
        var text = [UInt8]()
        inflater.restart()
        var used = range.lowerBound
        var mayGoOn = true
        while mayGoOn {
            let input = packed.span.extracting(used..<range.upperBound)
            guard let step = try? inflater.inflate(input, limit: window, into: &text) else {
                return nil
            }
            used += step.consumed
            mayGoOn = step.produced == window || step.consumed > 0 && used < range.upperBound
        }
        guard used == range.upperBound, (try? TreeText.parse(text)) != nil else { return nil }
        let extent = Extent(
            offset: Int64(range.lowerBound), packed: Int64(range.count), plain: Int64(text.count))
        return (SHA256.digest(of: text), extent)
    }

    private static let window = 64 << 10
}
