/// Where the bytes of a condensed content belong in its file: the content is the file's data ranges end to end.
package struct CondensedMap: Hashable, Sendable {
    /// The ranges, in order and apart from each other.
    package let ranges: [DataRange]
    /// Bytes of the content.
    package let size: Int64
    /// Where each range begins in the content.
    private let starts: [Int64]

    /// Makes the map of a file's data ranges.
    package init(_ ranges: [DataRange]) {
        self.ranges = ranges
        var starts: [Int64] = []
        starts.reserveCapacity(ranges.count)
        var size: Int64 = 0
        for range in ranges {
            starts.append(size)
            size += range.count
        }
        self.starts = starts
        self.size = size
    }

    /// Where so many bytes of the content from `offset` on belong, as far as the content goes.
    package func places(of count: Int64, at offset: Int64) -> [DataRange] {
        var places: [DataRange] = []
        var position = offset
        let end = min(size, offset + count)
        var index = range(at: offset)
        while position < end {
            let skipped = position - starts[index]
            let taken = min(ranges[index].count - skipped, end - position)
            places.append(DataRange(offset: ranges[index].offset + skipped, count: taken))
            position += taken
            index += 1
        }
        return places
    }

    /// The map of the content's first bytes.
    package func prefix(_ count: Int64) -> CondensedMap {
        CondensedMap(places(of: count, at: 0))
    }

    /// What of other ranges lies in none of these.
    package func outside(_ others: [DataRange]) -> [DataRange] {
        var found: [DataRange] = []
        var index = 0
        for other in others {
            var position = other.offset
            let end = other.offset + other.count
            while position < end {
                while index < ranges.count, ranges[index].end <= position { index += 1 }
                let next = index < ranges.count ? ranges[index] : DataRange(offset: end, count: 0)
                if next.offset > position {
                    let free = min(next.offset, end) - position
                    found.append(DataRange(offset: position, count: free))
                    position += free
                } else {
                    position = next.end
                }
            }
        }
        return found
    }

    /// The last range that begins at or before a place of the content.
    private func range(at offset: Int64) -> Int {
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }
}

extension DataRange {
    fileprivate var end: Int64 { offset + count }
}
