internal import SnapshotModel

/// Makes the bytes of a file from those of its condensed content.
struct HoleFilling {
    private static let zeros = [UInt8](repeating: 0, count: 256 << 10)

    private let map: CondensedMap
    private let size: Int64
    private var taken: Int64 = 0
    private var position: Int64 = 0

    /// For a file that is not condensed there is nothing to fill.
    init?(_ entry: TreeEntry) {
        guard let map = entry.condensedMap else { return nil }
        self.map = map
        size = entry.size
    }

    /// Hands out the next bytes of the content with the holes before them.
    mutating func add(
        _ piece: [UInt8], to sink: ([UInt8]) throws(UserError) -> Void
    ) throws(UserError) {
        var start = 0
        for place in map.places(of: Int64(piece.count), at: taken) {
            try fill(upTo: place.offset, sink)
            let end = start + Int(place.count)
            try sink(Array(piece[start..<end]))
            position += place.count
            start = end
        }
        taken += Int64(piece.count)
    }

    /// Hands out the hole at the end.
    mutating func finish(_ sink: ([UInt8]) throws(UserError) -> Void) throws(UserError) {
        try fill(upTo: size, sink)
    }

    private mutating func fill(
        upTo end: Int64, _ sink: ([UInt8]) throws(UserError) -> Void
    ) throws(UserError) {
        while position < end {
            let count = min(Int64(Self.zeros.count), end - position)
            try sink(count == Self.zeros.count ? Self.zeros : Array(Self.zeros.prefix(Int(count))))
            position += count
        }
    }
}
