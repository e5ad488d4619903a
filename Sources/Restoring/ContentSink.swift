internal import LinuxSystem
internal import SnapshotModel

/// Takes a content piece by piece and leaves out what lies in holes.
///
/// The map of holes was made before the content was read, so it is only believed where the content is
/// zero: nothing is ever left out that is not.
struct ContentSink {
    /// How much was taken.
    private(set) var offset: Int64 = 0
    private let size: Int64
    private let ranges: [DataRange]?
    private var range = 0
    /// Where the pieces belong if they are the data alone.
    private let condensed: CondensedMap?

    init(_ entry: TreeEntry) {
        size = entry.size
        ranges = entry.dataRanges
        condensed = entry.condensedMap
    }

    /// Writes the next piece, as far as it is data.
    mutating func write(
        _ piece: Span<UInt8>, to file: borrowing FileDescriptor
    ) throws(SystemError) {
        let start = offset
        offset += Int64(piece.count)
        if let condensed {
            var taken = 0
            for place in condensed.places(of: Int64(piece.count), at: start) {
                let end = taken + Int(place.count)
                try file.write(piece.extracting(taken..<end), at: place.offset)
                taken = end
            }
            return
        }
        guard ranges != nil else {
            try file.write(piece, at: start)
            return
        }
        var position = start
        while position < offset {
            let (end, isData) = stretch(at: position)
            let part = piece.extracting(
                Int(position - start)..<Int(min(end, offset) - start))
            if isData || !Self.isZero(part) { try file.write(part, at: position) }
            position = min(end, offset)
        }
    }

    /// Gives the file its size, which a hole at its end does not.
    func finish(_ file: borrowing FileDescriptor) throws(SystemError) {
        if ranges != nil { try file.truncate(to: size) }
    }

    /// Where the data or hole at a position ends; positions must ascend.
    private mutating func stretch(at position: Int64) -> (end: Int64, isData: Bool) {
        guard let ranges else { return (.max, true) }
        while range < ranges.count, ranges[range].end <= position { range += 1 }
        guard range < ranges.count else { return (.max, false) }
        let next = ranges[range]
        return position < next.offset ? (next.offset, false) : (next.end, true)
    }

    private static func isZero(_ bytes: Span<UInt8>) -> Bool {
        var seen: UInt8 = 0
        for index in bytes.indices { seen |= bytes[index] }
        return seen == 0
    }
}

extension DataRange {
    fileprivate var end: Int64 { offset.addingSaturated(count) }
}
