internal import SnapshotModel

/// Compresses pieces as small as they get, each so that it can be unpacked on its own and followed by others.
///
/// libdeflate makes whole streams only. The mark of the last block is taken off each, and an empty block ends it on a byte.
package struct SmallestPieces: ~Copyable {
    private let deflater: SmallestDeflater
    private var bounds: BlockBounds

    /// Makes an engine over one of libdeflate's; `nil` if there is no memory for it.
    package init?(_ deflater: SmallestDeflater) {
        guard let bounds = BlockBounds() else { return nil }
        self.deflater = deflater
        self.bounds = bounds
    }

    /// Appends the compressed form of a piece to `output`; says whether it could.
    package mutating func deflate(_ piece: Span<UInt8>, into output: inout [UInt8]) -> Bool {
        // What does not shrink becomes stored blocks, each of at most 64 KiB.
        let limit = piece.count + piece.count / 1024 + 64
        guard var packed = deflater.deflate(piece, atMost: limit),
            let found = bounds.find(in: packed.span)
        else { return false }
        packed[found.last / 8] &= ~(1 << (found.last % 8))
        let used = found.end % 8
        if used != 0 { packed[packed.count - 1] &= UInt8(truncatingIfNeeded: (1 << used) - 1) }
        // The header of a stored block has three bits (RFC 1951, section 3.2.4).
        if used == 0 || used > 5 { packed.append(0) }
        packed.append(contentsOf: [0, 0, 0xFF, 0xFF])
        output.append(contentsOf: packed)
        return true
    }
}
