/// What is remembered of a content's blocks, so that the next version is compared without unpacking this one.
package struct BlockSignatures: Sendable, Hashable {
    /// Bytes of a block; the last one may be shorter.
    package static let blockSize = 4096

    /// Bytes of the content.
    package internal(set) var size: Int64 = 0
    /// The blocks' keyed tags: equal tags are equal blocks.
    var tags: [UInt64] = []
    /// The blocks' Adler-32, by which they are found where they moved to.
    var checksums: [UInt32] = []

    /// Starts with a content of nothing.
    package init() {}

    /// How many blocks there are.
    var count: Int { tags.count }

    /// Bytes of a block.
    func length(of block: Int) -> Int {
        Int(min(Int64(Self.blockSize), size - Int64(block) * Int64(Self.blockSize)))
    }

    /// Puts the blocks of what follows behind these, which must be whole ones.
    mutating func append(_ next: BlockSignatures) {
        size += next.size
        tags += next.tags
        checksums += next.checksums
    }
}

extension BlockSignatures {
    /// The signatures of a content, which is read once from its beginning to its end.
    package static func of(
        _ content: any ContentBytes, key: SignatureKey
    ) throws -> BlockSignatures {
        var maker = SignatureMaker(key)
        var signatures = BlockSignatures()
        var window = [UInt8]()
        while signatures.size < content.size {
            window.removeAll(keepingCapacity: true)
            let count = Int(min(1 << 20, content.size - signatures.size))
            try content.read(count, at: signatures.size, into: &window)
            maker.append(window, to: &signatures)
        }
        return signatures
    }
}
