internal import LinuxSystem
internal import SnapshotModel

/// One thread's share of a large file.
struct ChunkPacker: ~Copyable {
    private let file: SharedFile
    private let line: ChunkLine
    /// Whether the packed bytes are where they belong already.
    private let isInPlace: Bool
    private var deflater = Deflater()
    private var plain: [UInt8] = []
    private var packed = PackedChunk()
    /// What a whole chunk of zeros comes to: sparse files have thousands of them.
    private var packedHole: PackedChunk?
    private var signatureMaker: SignatureMaker?

    /// With a key, the file's blocks are signed on the way.
    init(
        _ file: SharedFile, _ line: ChunkLine, isInPlace: Bool = false, key: SignatureKey? = nil
    ) {
        self.file = file
        self.line = line
        self.isInPlace = isInPlace
        signatureMaker = key.map { SignatureMaker($0) }
    }

    /// Packs chunks until all are taken or the work has ended.
    mutating func pack(_ numbers: SharedIndex, _ job: PackingJob) throws {
        while let number = numbers.take(1, of: file.chunkCount)?.lowerBound {
            try job.progress.checkCancelled()
            let offset = Int64(number) * SharedFile.chunkSize
            let wanted = min(SharedFile.chunkSize, file.size - offset)
            do throws(SystemError) {
                try fill(at: offset, count: wanted)
            } catch {
                return line.stop(error)
            }
            let isCut = Int64(plain.count) < wanted
            guard let target = line.pass(number, plain, packed, isCut: isCut) else { return }
            if !isInPlace {
                let bytes = line.method == .stored ? plain : packed.bytes
                try job.output.descriptor.write(bytes.span, at: target)
            }
            job.progress.add(bytes: Int64(plain.count))
        }
    }

    private mutating func fill(at offset: Int64, count: Int64) throws(SystemError) {
        guard file.isHole(at: offset, count: count) else {
            try file.read(count, at: offset, into: &plain)
            return process(isHole: false)
        }
        plain = Array(repeating: 0, count: Int(count))
        guard count == SharedFile.chunkSize else { return process(isHole: true) }
        if let packedHole {
            packed = packedHole
        } else {
            process(isHole: true)
            packedHole = packed
        }
    }

    /// Packs and signs the plain bytes.
    private mutating func process(isHole: Bool) {
        packed.clear()
        if signatureMaker != nil {
            var signatures = BlockSignatures()
            if isHole {
                signatureMaker?.appendZeros(Int64(plain.count), to: &signatures)
            } else {
                signatureMaker?.append(plain, to: &signatures)
            }
            packed.signatures = signatures
        }
        guard line.method == .deflated else {
            return packed.extents = [
                Extent(offset: 0, packed: Int64(plain.count), plain: Int64(plain.count))
            ]
        }
        // A span of a stored property would keep the others from changing.
        let chunk = plain
        let data = chunk.span
        let pieceSize = file.pieceSize
        var start = 0
        while start < data.count {
            let end = min(start + pieceSize, data.count)
            let offset = packed.bytes.count
            deflater.deflate(data.extracting(start..<end), ending: .piece, into: &packed.bytes)
            packed.extents.append(
                Extent(
                    offset: Int64(offset), packed: Int64(packed.bytes.count - offset),
                    plain: Int64(end - start)))
            start = end
        }
    }
}

/// A chunk of a large file as a thread packed it.
struct PackedChunk: Sendable {
    /// The deflated bytes; none if the file is stored.
    var bytes: [UInt8] = []
    /// The pieces from the chunk's beginning on.
    var extents: [Extent] = []
    /// Signatures of its blocks, if they are collected.
    var signatures: BlockSignatures?

    mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
        extents.removeAll(keepingCapacity: true)
    }
}
