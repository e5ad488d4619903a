/// The content that a patch makes from another one, which may be made by a patch itself.
package final class PatchedBytes: ContentBytes {
    /// Bytes of the content.
    package var size: Int64 { table.size }

    private let table: PatchTable
    private let patch: any ContentBytes
    private let base: any ContentBytes
    private let zeros: [UInt8] = Array(repeating: 0, count: 64 << 10)
    private var inflater = Inflater()
    private var packed: [UInt8] = []
    private var dictionary: [UInt8] = []
    private var pieces = RecentPieces(limit: 4)
    /// The operation that was used last: reads mostly go on behind it.
    private var last = 0

    /// Puts a patch over its base; throws `PatchError.base` if the base has another size.
    package init(_ table: PatchTable, _ patch: any ContentBytes, over base: any ContentBytes) throws
    {
        guard base.size == table.baseSize else { throw PatchError.base }
        self.table = table
        self.patch = patch
        self.base = base
    }

    /// Appends a range of the content, read through all layers.
    package func read(_ count: Int, at offset: Int64, into buffer: inout [UInt8]) throws {
        guard count >= 0, offset >= 0, Int64(count) <= size - offset else {
            throw PatchError.range
        }
        guard count > 0 else { return }
        let end = offset + Int64(count)
        var position = offset
        var index = firstOperation(at: offset)
        while position < end {
            let operation = table.operations[index]
            let stop = min(end, operation.end)
            try append(operation, index, position - operation.start, stop - position, &buffer)
            position = stop
            last = index
            index += 1
        }
    }

    private func firstOperation(at offset: Int64) -> Int {
        for index in last..<min(last + 2, table.operations.count)
        where table.operations[index].start <= offset && offset < table.operations[index].end {
            return index
        }
        return table.index(at: offset)
    }

    /// Appends `count` bytes of what one operation makes, from its byte `skipped` on.
    private func append(
        _ operation: PatchOperation, _ index: Int, _ skipped: Int64, _ count: Int64,
        _ buffer: inout [UInt8]
    ) throws {
        switch operation.kind {
        case .copy: try base.read(Int(count), at: operation.base + skipped, into: &buffer)
        case .zeros:
            var rest = Int(count)
            let zeros = zeros
            while rest > 0 {
                let part = min(rest, zeros.count)
                buffer.append(zeros.span.extracting(0..<part))
                rest -= part
            }
        case .stored: try patch.read(Int(count), at: operation.data + skipped, into: &buffer)
        case .deflated, .dictionary:
            if count == operation.count { return try unpack(operation, into: &buffer) }
            if let piece = pieces.find(index) {
                let start = Int(skipped)
                return buffer.append(piece.span.extracting(start..<(start + Int(count))))
            }
            var piece = [UInt8]()
            try unpack(operation, into: &piece)
            let start = Int(skipped)
            buffer.append(piece.span.extracting(start..<(start + Int(count))))
            pieces.keep(piece, as: index)
        }
    }

    private func unpack(_ operation: PatchOperation, into buffer: inout [UInt8]) throws {
        var (packed, dictionary) = (self.packed, self.dictionary)
        (self.packed, self.dictionary) = ([], [])
        defer { (self.packed, self.dictionary) = (packed, dictionary) }
        packed.removeAll(keepingCapacity: true)
        dictionary.removeAll(keepingCapacity: true)
        try patch.read(Int(operation.packed), at: operation.data, into: &packed)
        if operation.kind == .dictionary {
            try base.read(Int(operation.dictionary), at: operation.base, into: &dictionary)
        }
        do throws(InflateError) {
            try inflater.inflate(
                stream: packed.span, dictionary: dictionary.span, count: Int(operation.count),
                into: &buffer)
        } catch {
            throw PatchError.piece
        }
    }
}
