/// Codes ranges of the new content that the base does not have, by the help of what stands near them in the base.
struct RegionEncoder: ~Copyable {
    private let base: any ContentBytes
    private var deflater = Deflater()
    private var dictionary: [UInt8] = []
    private var packed: [UInt8] = []
    private var best: [UInt8] = []

    /// New bytes that are coded with one dictionary where data moved.
    private static let movedPiece = 8 << 10

    /// Bytes of the base before a moved piece's place that its dictionary begins with.
    private static let lead = 12 << 10

    /// Bytes that a dictionary must save, since the base is read for it.
    private static let leastGain = 16

    /// Fewer bytes than this are not worth an operation that copies them.
    private static let shortestCopy = 32

    init(_ base: any ContentBytes) {
        self.base = base
    }

    /// Codes a range of `data`, whose byte 0 is the content's byte `origin`.
    ///
    /// `before` is the shift of what stands in front of it, the distance to its place in the base; `after` that of what
    /// follows, if it is known.
    mutating func encode(
        _ range: Range<Int>, of data: Span<UInt8>, origin: Int64, before: Int64, after: Int64?,
        to writer: inout PatchWriter
    ) throws {
        var range = range
        var tail = 0
        if let after, after != before {
            let same = try commonStart(range, data, origin + before)
            if same >= Self.shortestCopy {
                writer.copy(
                    from: origin + before + Int64(range.lowerBound), count: Int64(same))
                range = (range.lowerBound + same)..<range.upperBound
            }
            tail = try commonEnd(range, data, origin + after)
            if tail < Self.shortestCopy { tail = 0 }
            range = range.lowerBound..<(range.upperBound - tail)
        }
        try encodePieces(range, data, origin, before, after, &writer)
        if tail > 0, let after {
            writer.copy(from: origin + after + Int64(range.upperBound), count: Int64(tail))
        }
    }

    /// Codes a range in small pieces as long as the base helps; where it does not, it is asked less and less often.
    private mutating func encodePieces(
        _ range: Range<Int>, _ data: Span<UInt8>, _ origin: Int64, _ before: Int64,
        _ after: Int64?, _ writer: inout PatchWriter
    ) throws {
        let isMoved = after != before
        let step = isMoved ? Self.movedPiece : BlockSignatures.blockSize
        var alone = range.lowerBound..<range.lowerBound
        var skip = step
        while alone.upperBound < range.upperBound {
            let start = alone.upperBound
            let piece = start..<min(start + step, range.upperBound)
            let place = try bestPlace(
                data.extracting(piece), origin + Int64(start), before, after, isMoved)
            if let place {
                try encodeAlone(alone, data, &writer)
                try writer.piece(.dictionary, best, count: piece.count, dictionary: place)
                alone = piece.upperBound..<piece.upperBound
                skip = step
            } else {
                alone = alone.lowerBound..<min(start + skip, range.upperBound)
                skip = min(skip * 2, PatchFormat.longestPiece)
            }
        }
        try encodeAlone(alone, data, &writer)
    }

    /// The range of the base that makes a block shortest, `nil` if it is no shorter by it than without.
    ///
    /// The block's packed form is `best` then.
    private mutating func bestPlace(
        _ block: Span<UInt8>, _ offset: Int64, _ before: Int64, _ after: Int64?, _ isMoved: Bool
    ) throws -> Range<Int64>? {
        var found: Range<Int64>?
        best.removeAll(keepingCapacity: true)
        for shift in isMoved && after != nil ? [before, after ?? before] : [before] {
            let place = self.place(offset + shift, count: block.count, isMoved: isMoved)
            if !place.isEmpty, try pack(block, with: place) { found = place }
        }
        guard let found else { return nil }
        // Packing without the base is tried only where it was of little help.
        guard best.count > block.count / 2 else { return found }
        packed.removeAll(keepingCapacity: true)
        deflater.deflate(block, ending: .stream, into: &packed)
        return best.count + Self.leastGain < packed.count ? found : nil
    }

    /// Codes a range without the base.
    private mutating func encodeAlone(
        _ range: Range<Int>, _ data: Span<UInt8>, _ writer: inout PatchWriter
    ) throws {
        for start in stride(
            from: range.lowerBound, to: range.upperBound, by: PatchFormat.longestPiece)
        {
            let end = min(start + PatchFormat.longestPiece, range.upperBound)
            try encodeOneAlone(start..<end, data, &writer)
        }
    }

    private mutating func encodeOneAlone(
        _ range: Range<Int>, _ data: Span<UInt8>, _ writer: inout PatchWriter
    ) throws {
        let block = data.extracting(range)
        packed.removeAll(keepingCapacity: true)
        deflater.deflate(block, ending: .stream, into: &packed)
        if packed.count < block.count {
            try writer.piece(.deflated, packed, count: block.count)
        } else {
            var bytes = [UInt8]()
            bytes.append(block)
            try writer.piece(.stored, bytes, count: block.count)
        }
    }

    /// The range of the base that is most like a piece whose place would be `offset`.
    private func place(_ offset: Int64, count: Int, isMoved: Bool) -> Range<Int64> {
        let start = isMoved ? offset - Int64(Self.lead) : offset
        let length = isMoved ? Deflater.longestDictionary : count
        let low = min(max(start, 0), base.size)
        return low..<min(max(start + Int64(length), low), base.size)
    }

    /// Packs a block with a dictionary; whether that is the shortest form so far, and shorter than the block.
    private mutating func pack(_ block: Span<UInt8>, with place: Range<Int64>) throws -> Bool {
        var text = dictionary
        dictionary = []
        defer { dictionary = text }
        text.removeAll(keepingCapacity: true)
        try base.read(place.count, at: place.lowerBound, into: &text)
        packed.removeAll(keepingCapacity: true)
        deflater.deflate(block, dictionary: text.span, into: &packed)
        guard packed.count < (best.isEmpty ? block.count : best.count) else { return false }
        swap(&packed, &best)
        return true
    }

    /// How many bytes at the beginning of a range the base has too, from `shift` on.
    private mutating func commonStart(
        _ range: Range<Int>, _ data: Span<UInt8>, _ shift: Int64
    ) throws -> Int {
        let place = shift + Int64(range.lowerBound)
        guard place >= 0, place < base.size else { return 0 }
        let count = Int(min(Int64(min(range.count, Self.movedPiece)), base.size - place))
        dictionary.removeAll(keepingCapacity: true)
        try base.read(count, at: place, into: &dictionary)
        for index in 0..<count where dictionary[index] != data[range.lowerBound + index] {
            return index
        }
        return count
    }

    /// How many bytes at the end of a range the base has too.
    private mutating func commonEnd(
        _ range: Range<Int>, _ data: Span<UInt8>, _ shift: Int64
    ) throws -> Int {
        let place = shift + Int64(range.upperBound)
        guard place > 0, place <= base.size else { return 0 }
        let count = Int(min(Int64(min(range.count, Self.movedPiece)), place))
        dictionary.removeAll(keepingCapacity: true)
        try base.read(count, at: place - Int64(count), into: &dictionary)
        for index in 0..<count
        where dictionary[count - 1 - index] != data[range.upperBound - 1 - index] {
            return index
        }
        return count
    }
}
