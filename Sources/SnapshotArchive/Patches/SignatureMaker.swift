/// Computes signatures of blocks; every thread has its own.
struct SignatureMaker: ~Copyable {
    private var tagger: BlockTagger
    /// The tag of a block of zeros.
    let zeroTag: UInt64
    private let zeroChecksum: UInt32

    init(_ key: SignatureKey) {
        let zeros = [UInt8](repeating: 0, count: BlockSignatures.blockSize)
        tagger = BlockTagger(key)
        zeroTag = tagger.tag(of: zeros.span)
        zeroChecksum = Adler32.checksum(of: zeros.span)
    }

    /// The tag of one block.
    mutating func tag(of block: Span<UInt8>) -> UInt64 {
        tagger.tag(of: block)
    }

    /// Adds the next bytes of a content, whole blocks but for the last time.
    ///
    /// `old` are those of the version before: what has the same tag there needs no second checksum.
    mutating func append(
        _ bytes: [UInt8], to signatures: inout BlockSignatures, old: BlockSignatures? = nil
    ) {
        let data = bytes.span
        var position = 0
        while position < data.count {
            let end = min(position + BlockSignatures.blockSize, data.count)
            let block = data.extracting(position..<end)
            let tag = tagger.tag(of: block)
            let index = signatures.tags.count
            signatures.tags.append(tag)
            if let old, index < old.count, old.tags[index] == tag {
                signatures.checksums.append(old.checksums[index])
            } else {
                signatures.checksums.append(Adler32.checksum(of: block))
            }
            position = end
        }
        signatures.size += Int64(data.count)
    }

    /// Adds zeros, whole blocks but for the last time, without looking at any.
    mutating func appendZeros(_ count: Int64, to signatures: inout BlockSignatures) {
        let whole = Int(count / Int64(BlockSignatures.blockSize))
        signatures.tags += Array(repeating: zeroTag, count: whole)
        signatures.checksums += Array(repeating: zeroChecksum, count: whole)
        signatures.size += Int64(whole * BlockSignatures.blockSize)
        let rest = Int(count) - whole * BlockSignatures.blockSize
        append(Array(repeating: 0, count: rest), to: &signatures)
    }
}
