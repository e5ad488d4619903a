internal import LinuxSystem
internal import SnapshotModel

/// One thread's share of a large file.
struct ChunkPacker: ~Copyable {
    private let file: SharedFile
    private let line: ChunkLine
    private var deflater = Deflater()
    private var plain: [UInt8] = []
    private var packed: [UInt8] = []
    /// What a whole chunk of zeros comes to: sparse files have thousands of them.
    private var packedHole: [UInt8] = []

    init(_ file: SharedFile, _ line: ChunkLine) {
        self.file = file
        self.line = line
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
            let count = line.method == .stored ? plain.count : packed.count
            guard let target = line.pass(number, plain, packed: count, isCut: isCut) else { return }
            let bytes = line.method == .stored ? plain : packed
            try job.output.descriptor.write(bytes.span, at: target)
            job.progress.add(bytes: Int64(plain.count))
        }
    }

    private mutating func fill(at offset: Int64, count: Int64) throws(SystemError) {
        guard file.isHole(at: offset, count: count) else {
            try file.read(count, at: offset, into: &plain)
            return deflate()
        }
        plain = Array(repeating: 0, count: Int(count))
        guard count == SharedFile.chunkSize else { return deflate() }
        if packedHole.isEmpty {
            deflate()
            packedHole = packed
        }
        packed = packedHole
    }

    private mutating func deflate() {
        guard line.method == .deflated else { return }
        packed.removeAll(keepingCapacity: true)
        let data = plain
        deflater.deflate(data.span, ending: .piece, into: &packed)
    }
}
