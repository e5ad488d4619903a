/// Finds the blocks of the old content at any byte of the new one, by their checksums.
struct MovedBlocks {
    /// A chain of blocks with equal low bits is cut here: repetitive data would make it endless.
    private static let longestChain = 8
    private static let filterBits: UInt32 = 22

    private let checksums: [UInt32]
    private var heads: [Int32]
    private var next: [Int32]
    /// A bit for each checksum that occurs, by which nearly every byte is passed over.
    private var filter: [UInt64]
    private let mask: UInt32

    /// Indexes the whole blocks of a content; those of zeros, which are everywhere, are left out.
    init(_ signatures: BlockSignatures, zeroTag: UInt64) {
        let whole = min(
            Int(signatures.size / Int64(BlockSignatures.blockSize)), Int(Int32.max))
        var buckets = 1024
        while buckets < whole * 2 { buckets *= 2 }
        mask = UInt32(buckets - 1)
        checksums = signatures.checksums
        heads = Array(repeating: -1, count: buckets)
        next = Array(repeating: -1, count: whole)
        filter = Array(repeating: 0, count: 1 << (Self.filterBits - 6))
        // From the end, so that a chain names the first blocks first.
        for block in (0..<whole).reversed() where signatures.tags[block] != zeroTag {
            let hash = Self.hash(checksums[block])
            let bucket = Int(hash & mask)
            next[block] = heads[bucket]
            heads[bucket] = Int32(block)
            let bit = hash >> (32 - Self.filterBits)
            filter[Int(bit >> 6)] |= 1 << UInt64(bit & 63)
        }
    }

    /// Spreads a checksum, whose upper bits hardly differ, over 32 bits (Knuth's multiplicative hashing).
    @inline(__always)
    private static func hash(_ checksum: UInt32) -> UInt32 {
        checksum &* 0x9E37_79B1
    }

    /// Whether blocks may have this checksum.
    @inline(__always)
    func mayHold(_ checksum: UInt32) -> Bool {
        let bit = Self.hash(checksum) >> (32 - Self.filterBits)
        return filter[Int(bit >> 6)] >> UInt64(bit & 63) & 1 == 1
    }

    /// A few blocks with this checksum, those around `expected` before the others.
    func candidates(_ checksum: UInt32, expected: Int) -> [Int] {
        var found = [Int]()
        if checksums.indices.contains(expected), expected < next.count,
            checksums[expected] == checksum
        {
            found.append(expected)
        }
        var block = heads[Int(Self.hash(checksum) & mask)]
        while block >= 0, found.count < Self.longestChain {
            if checksums[Int(block)] == checksum, Int(block) != expected {
                found.append(Int(block))
            }
            block = next[Int(block)]
        }
        return found
    }
}
