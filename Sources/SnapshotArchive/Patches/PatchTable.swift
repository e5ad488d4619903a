package import SnapshotModel

/// What a patch does, without the bytes that it holds.
///
/// Every range was checked: against the base's size, the patch's and the content's.
package struct PatchTable: Sendable, Hashable {
    /// The content that the patch changes.
    package let base: Digest
    /// Bytes of that content.
    package let baseSize: Int64
    /// Bytes of the content that it makes.
    package let size: Int64
    /// The ranges of the new content in order, without gaps.
    let operations: [PatchOperation]

    /// Reads the table of a patch, which lies behind its pieces.
    package init(_ patch: any ContentBytes) throws {
        let frame = Int64(PatchFormat.start.count + PatchFormat.endingCount)
        guard patch.size >= frame else { throw PatchError.notAPatch }
        var start = [UInt8]()
        try patch.read(PatchFormat.start.count, at: 0, into: &start)
        guard start.dropLast() == PatchFormat.start.dropLast() else { throw PatchError.notAPatch }
        guard start == PatchFormat.start else { throw PatchError.version(start[4]) }

        var ending = [UInt8]()
        try patch.read(
            PatchFormat.endingCount, at: patch.size - Int64(PatchFormat.endingCount), into: &ending)
        var cursor = ByteCursor(ending)
        guard let packed = cursor.read(UInt32.self), let plain = cursor.read(UInt32.self),
            Int64(packed) <= patch.size - frame, packed <= plain,
            PatchFormat.allowsTable(packed: Int(packed), plain: Int(plain))
        else { throw PatchError.table }
        let offset = patch.size - Int64(PatchFormat.endingCount) - Int64(packed)
        var table = [UInt8]()
        try patch.read(Int(packed), at: offset, into: &table)
        if packed < plain {
            var text = [UInt8]()
            let nothing = [UInt8]()
            var inflater = Inflater()
            do throws(InflateError) {
                try inflater.inflate(
                    stream: table.span, dictionary: nothing.span, count: Int(plain), into: &text)
            } catch {
                throw PatchError.table
            }
            table = text
        }
        try self.init(table: table, dataEnd: offset)
    }

    /// Reads the table's plain form; the pieces end where `dataEnd` says.
    init(table: [UInt8], dataEnd: Int64) throws(PatchError) {
        var cursor = ByteCursor(table)
        guard let digest = cursor.read(count: 32).flatMap({ Digest($0) }),
            let baseSize = cursor.readVarint(), let size = cursor.readVarint()
        else { throw .table }
        base = digest
        self.baseSize = baseSize
        self.size = size
        var operations = [PatchOperation]()
        var decoder = OperationDecoder(
            baseSize: baseSize, size: size, dataStart: Int64(PatchFormat.start.count),
            dataEnd: dataEnd)
        while cursor.remaining > 0 {
            guard let operation = decoder.next(&cursor) else { throw .table }
            operations.append(operation)
        }
        guard decoder.isComplete else { throw .table }
        self.operations = operations
    }

    /// The operation that makes the byte at `offset`, which lies in the content.
    func index(at offset: Int64) -> Int {
        var (low, high) = (0, operations.count)
        while low < high {
            let middle = (low + high) / 2
            if operations[middle].end <= offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
