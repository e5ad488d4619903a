internal import SnapshotModel

/// The content of an entry, unpacked piece by piece wherever it is read.
final class ChunkedBytes: ContentBytes {
    let size: Int64
    private let zip: ZipFile
    private let index: Int
    /// Where the entry's data begins in the zip.
    private let start: Int64
    private let method: PackingMethod
    private let chunks: [Extent]
    /// Where each chunk begins in the content.
    private var plainStarts: [Int64] = []
    private var inflater = Inflater()
    private var packed: [UInt8] = []
    private var partly = PartlyUnpacked()
    private var recent = RecentPieces(limit: 8)
    private var last = 0

    /// An entry without chunks is unpacked at once; a larger one cannot be read in parts.
    private static let largestChunk: Int64 = 16 << 20

    /// Opens an entry whose chunks must be its data from end to end.
    init(_ index: Int, of zip: ZipFile, chunks: [Extent]) throws(UserError) {
        let entry = zip.directory.entries[index]
        self.zip = zip
        self.index = index
        size = entry.plain
        method = entry.method
        start = try zip.dataOffset(of: index)
        if method == .stored {
            guard entry.packed == entry.plain else {
                throw zip.damage(index, "has contradicting sizes")
            }
            self.chunks = []
            return
        }
        let whole = Extent(offset: 0, packed: entry.packed, plain: entry.plain)
        self.chunks = chunks.isEmpty ? [whole] : chunks
        var plain: Int64 = 0
        var offset: Int64 = 0
        for chunk in self.chunks {
            guard chunk.offset == offset, chunk.packed <= entry.packed - offset, chunk.plain > 0,
                chunk.plain <= min(entry.plain - plain, Self.largestChunk)
            else { throw zip.damage(index, "has chunks that are not its data") }
            plainStarts.append(plain)
            plain += chunk.plain
            offset += chunk.packed
        }
        guard plain == entry.plain else {
            throw zip.damage(index, "has chunks that are not its data")
        }
    }

    /// Appends a range of the content.
    func read(_ count: Int, at offset: Int64, into buffer: inout [UInt8]) throws {
        guard count >= 0, offset >= 0, Int64(count) <= size - offset else {
            throw PatchError.range
        }
        if method == .stored { return try zip.read(count, at: start + offset, into: &buffer) }
        let end = offset + Int64(count)
        var position = offset
        var number = chunk(at: offset)
        while position < end {
            let chunkStart = plainStarts[number]
            let stop = min(end, chunkStart + chunks[number].plain)
            if position == chunkStart, stop == chunkStart + chunks[number].plain {
                try unpack(number, into: &buffer)
            } else {
                let from = Int(position - chunkStart)
                let end = Int(stop - chunkStart)
                let piece = try piece(number, to: end)
                buffer.append(piece.span.extracting(from..<end))
            }
            position = stop
            last = number
            number += 1
        }
    }

    /// The chunk that holds the byte at `offset`.
    private func chunk(at offset: Int64) -> Int {
        guard !plainStarts.isEmpty else { return 0 }
        if plainStarts[last] <= offset, offset < plainStarts[last] + chunks[last].plain {
            return last
        }
        var (low, high) = (0, plainStarts.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if plainStarts[middle] <= offset { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// The beginning of a chunk, at least as far as `end`.
    private func piece(_ number: Int, to end: Int) throws -> [UInt8] {
        if number != partly.number {
            if let known = recent.find(number), known.count >= end { return known }
            recent.keep(partly.bytes, as: partly.number)
            partly.begin(number)
            try zip.read(
                Int(chunks[number].packed), at: start + chunks[number].offset, into: &partly.packed)
        }
        do throws(InflateError) {
            // Whoever comes back reads on, and every resumption costs a copy of the window.
            try partly.unpack(to: partly.bytes.isEmpty ? end : Int(chunks[number].plain))
        } catch {
            throw zip.damage(index, "has a chunk that is not deflate")
        }
        return partly.bytes
    }

    private func unpack(_ number: Int, into buffer: inout [UInt8]) throws {
        let chunk = chunks[number]
        packed.removeAll(keepingCapacity: true)
        try zip.read(Int(chunk.packed), at: start + chunk.offset, into: &packed)
        do throws(InflateError) {
            let input = packed
            try inflater.inflate(chunk: input.span, count: Int(chunk.plain), into: &buffer)
        } catch {
            throw zip.damage(index, "has a chunk that is not deflate")
        }
    }
}

/// A chunk that is unpacked only as far as it was asked for.
private struct PartlyUnpacked: ~Copyable {
    private(set) var number = -1
    private(set) var bytes: [UInt8] = []
    /// The chunk's data.
    var packed: [UInt8] = []
    private var used = 0
    private var inflater = Inflater()

    /// Turns to another chunk, whose data is to be read next.
    mutating func begin(_ number: Int) {
        self.number = number
        bytes = []
        packed.removeAll(keepingCapacity: true)
        used = 0
        inflater.restart()
    }

    /// Goes on until there are `end` bytes.
    mutating func unpack(to end: Int) throws(InflateError) {
        let input = packed
        while bytes.count < end {
            let step = try inflater.inflate(
                input.span.extracting(used..<input.count), limit: end - bytes.count, into: &bytes)
            used += step.consumed
            guard step.produced > 0 || step.consumed > 0 else { throw .length }
        }
    }
}
