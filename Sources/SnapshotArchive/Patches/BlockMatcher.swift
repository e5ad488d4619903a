/// Compares a new content with the blocks of an old one, by signatures alone, window after window.
///
/// As long as blocks agree where they are expected, nothing is read or searched. Behind one that does not, the same shift
/// is tried on; only if that fails for a while are the old blocks looked for at every byte, as rsync does.
struct BlockMatcher: ~Copyable {
    let old: BlockSignatures
    var maker: SignatureMaker
    /// The signatures of the new content as far as it was taken.
    private(set) var new = BlockSignatures()
    private var encoder: RegionEncoder
    private var moved: MovedBlocks?
    /// What was not decided yet, and where in the new content it begins.
    private var rest: [UInt8] = []
    private var origin: Int64 = 0
    /// Where the base goes on, less where the new content does.
    private var shift: Int64 = 0
    private var shiftBefore: Int64 = 0

    private static let blockSize = BlockSignatures.blockSize
    /// Bytes behind a difference in which a shift may hold on.
    private static let patience = 16 * blockSize
    /// Bytes passed over where a checksum agrees with a block and its tag does not.
    private static let pause = 64

    init(_ old: BlockSignatures, base: any ContentBytes, key: SignatureKey) {
        self.old = old
        maker = SignatureMaker(key)
        encoder = RegionEncoder(base)
    }

    /// Takes the next bytes of the new content: whole blocks but for the last time.
    mutating func take(_ window: [UInt8], to writer: inout PatchWriter) throws {
        maker.append(window, to: &new, old: old)
        var data = rest
        rest = []
        if data.isEmpty { data = window } else { data.append(window.span) }
        let done = try search(data.span, isLast: false, to: &writer)
        rest.append(data.span.extracting(done..<data.count))
        origin += Int64(done)
    }

    /// Goes on behind zeros that were not read: whole blocks but for the last time.
    mutating func takeZeros(_ count: Int64, to writer: inout PatchWriter) throws {
        try finish(to: &writer)
        maker.appendZeros(count, to: &new)
        writer.zeros(count)
        origin += count
    }

    /// Decides what is undecided.
    mutating func finish(to writer: inout PatchWriter) throws {
        let data = rest
        rest = []
        origin += Int64(try search(data.span, isLast: true, to: &writer))
    }

    /// Works through `data` as far as what follows cannot matter; how far that was.
    private mutating func search(
        _ data: Span<UInt8>, isLast: Bool, to writer: inout PatchWriter
    ) throws -> Int {
        var position = 0
        while position < data.count {
            if let count = match(data, at: position, shift: shift) {
                writer.copy(from: origin + Int64(position) + shift, count: Int64(count))
                position += count
                continue
            }
            let left = data.count - position
            if !isLast, left < Self.patience + Self.blockSize { break }
            let zeros = nextZeros(data, from: position)
            if zeros == position {
                writer.zeros(Int64(Self.blockSize))
                position += Self.blockSize
                continue
            }
            let found = findShift(data, from: position, to: zeros ?? data.count)
            let undecided = isLast ? data.count : data.count - Self.blockSize + 1
            let end = found?.position ?? zeros ?? undecided
            try encoder.encode(
                position..<end, of: data, origin: origin, before: shift, after: found?.shift,
                to: &writer)
            if let found, found.shift != shift { (shiftBefore, shift) = (shift, found.shift) }
            position = end
        }
        return position
    }

    /// How many bytes at `position` are a block of the old content `shift` further on, `nil` if they are none.
    private mutating func match(_ data: Span<UInt8>, at position: Int, shift: Int64) -> Int? {
        let place = origin + Int64(position)
        let source = place + shift
        guard source >= 0, source < old.size, source % Int64(Self.blockSize) == 0 else {
            return nil
        }
        let block = Int(source / Int64(Self.blockSize))
        let count = old.length(of: block)
        guard count <= data.count - position else { return nil }
        return tag(data, position, count) == old.tags[block] ? count : nil
    }

    /// The tag of a range; that of a block of the new content is known already.
    private mutating func tag(_ data: Span<UInt8>, _ position: Int, _ count: Int) -> UInt64 {
        let place = origin + Int64(position)
        if count == Self.blockSize, place % Int64(Self.blockSize) == 0 {
            return new.tags[Int(place / Int64(Self.blockSize))]
        }
        return maker.tag(of: data.extracting(position..<(position + count)))
    }

    /// The next block of the new content that holds zeros only, `position` among them.
    private func nextZeros(_ data: Span<UInt8>, from position: Int) -> Int? {
        let blockSize = Int64(Self.blockSize)
        let first = (origin + Int64(position) + blockSize - 1) / blockSize
        let end = (origin + Int64(data.count)) / blockSize
        for block in stride(from: Int(first), to: Int(end), by: 1)
        where new.tags[block] == maker.zeroTag {
            return Int(Int64(block) * blockSize - origin)
        }
        return nil
    }

    /// The first place behind `position` and before `limit` from which on the base is known to go on.
    private mutating func findShift(
        _ data: Span<UInt8>, from position: Int, to limit: Int
    ) -> (position: Int, shift: Int64)? {
        let held = next(data, from: position, to: limit)
        // In a single changed block nothing can have moved as a whole.
        if let held, held.position < position + 2 * Self.blockSize { return held }
        let end = held?.position ?? limit
        return searchMoved(data.extracting(0..<end), from: position) ?? held
    }

    /// The nearest place behind `position` where one of the last shifts holds on.
    private mutating func next(
        _ data: Span<UInt8>, from position: Int, to limit: Int
    ) -> (position: Int, shift: Int64)? {
        let end = min(limit, position + Self.patience)
        for shift in shiftBefore == shift ? [shift] : [shift, shiftBefore] {
            let source = origin + Int64(position) + shift
            let blockSize = Int64(Self.blockSize)
            // The first block of the old content that begins behind `position`.
            let skipped = Int(blockSize - (source % blockSize + blockSize) % blockSize)
            for place in stride(from: position + skipped, to: end, by: Self.blockSize)
            where match(data, at: place, shift: shift) != nil {
                return (place, shift)
            }
        }
        return nil
    }

    /// The first place from `position` on where a whole block of the old content stands, wherever it was.
    private mutating func searchMoved(
        _ data: Span<UInt8>, from position: Int
    ) -> (position: Int, shift: Int64)? {
        let last = data.count - Self.blockSize
        guard position <= last, old.size >= Self.blockSize else { return nil }
        let moved = self.moved ?? MovedBlocks(old, zeroTag: maker.zeroTag)
        self.moved = moved
        var place = position
        var checksum = Adler32(of: data.extracting(place..<(place + Self.blockSize)))
        while true {
            var step = 1
            if moved.mayHold(checksum.value) {
                let source = origin + Int64(place) + shift
                let expected = Int(source / Int64(Self.blockSize))
                let candidates = moved.candidates(checksum.value, expected: expected)
                if !candidates.isEmpty {
                    let tag = tag(data, place, Self.blockSize)
                    if let block = candidates.first(where: { old.tags[$0] == tag }) {
                        return (
                            place, Int64(block) * Int64(Self.blockSize) - origin - Int64(place)
                        )
                    }
                    step = Self.pause
                }
            }
            for _ in 0..<step {
                guard place < last else { return nil }
                checksum.move(first: data[place], next: data[place + Self.blockSize])
                place += 1
            }
        }
    }
}
