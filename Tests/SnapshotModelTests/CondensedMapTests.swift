import SnapshotModel
import TestSupport
import Testing

/// Maps between a file with holes and its condensed content, against a model that moves every byte.
@Suite struct CondensedMapTests {
    private func ranges(_ random: inout SeededGenerator) -> [DataRange] {
        var ranges: [DataRange] = []
        var position: Int64 = 0
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            position += Int64.random(in: 0...9, using: &random)
            let count = Int64.random(in: 1...9, using: &random)
            ranges.append(DataRange(offset: position, count: count))
            position += count
        }
        return ranges
    }

    private func positions(_ ranges: [DataRange]) -> [Int64] {
        ranges.flatMap { Array($0.offset..<$0.offset + $0.count) }
    }

    @Test func everyByteHasItsPlace() {
        var random = SeededGenerator()
        for _ in 0..<2_000 {
            let ranges = ranges(&random)
            let map = CondensedMap(ranges)
            let all = positions(ranges)
            #expect(map.size == Int64(all.count))
            let start = Int.random(in: 0...all.count, using: &random)
            let count = Int.random(in: 0...all.count + 2 - start, using: &random)
            let expected = all[start..<min(all.count, start + count)]
            let places = map.places(of: Int64(count), at: Int64(start))
            #expect(positions(places) == Array(expected), "seed \(random.seed)")
            #expect(positions(map.prefix(Int64(start)).ranges) == Array(all.prefix(start)))
        }
    }

    @Test func whatLiesOutsideIsFound() {
        var random = SeededGenerator()
        for _ in 0..<2_000 {
            let (mine, others) = (ranges(&random), ranges(&random))
            let expected = Set(positions(others)).subtracting(positions(mine)).sorted()
            #expect(
                positions(CondensedMap(mine).outside(others)) == expected, "seed \(random.seed)")
        }
    }

    @Test func onlyWhatIsCondensedIsShorterThanItsFile() {
        var entry = TreeEntry(
            name: [0x61], kind: .file, mode: 0o644, uid: 0, gid: 0, modified: FileTime(seconds: 0))
        entry.size = 2 << 40
        entry.dataRanges = [DataRange(offset: 1 << 40, count: 4096)]
        #expect(entry.isMostlyHoles)
        #expect(entry.contentSize == 4096)
        entry.content = Digest(words: 1, 2, 3, 4)
        #expect(entry.contentSize == 2 << 40)
        let plain = entry.contentIdentity
        entry.isCondensed = true
        #expect(entry.contentSize == 4096)
        #expect(entry.contentIdentity != plain)
        let before = entry.contentIdentity
        entry.dataRanges = [DataRange(offset: 2 << 30, count: 4096)]
        #expect(entry.contentIdentity != before)
        entry.dropContent()
        #expect(!entry.isCondensed)
        #expect(entry.contentIdentity == nil)
        entry.size = (1 << 30) + 4096
        #expect(!entry.isMostlyHoles)
        entry.size += 1
        #expect(entry.isMostlyHoles)
    }
}
