import SnapshotModel
import TestSupport
import Testing

@testable import TreeScanning

/// Scans whose findings are handed over bit by bit.
@Suite struct PortionScanTests {
    @Test(arguments: 0..<6) func portionsAndTheRestAreEverything(_ round: Int) throws {
        var random = SeededGenerator()
        let (fixture, tree) = try ScanFixture.random(round: round, using: &random)
        _ = tree
        var everything = DirtyNames()
        everything.insert(tree: .root)
        let whole = try fixture.changes(everything, NothingKnown(), lastScan: nil)
        let names = Int.random(in: 1...9, using: &random)
        var portions: [[ScannedChange]] = []
        let rest = try TreeScanner(rules: fixture.rules).scanChanges(
            everything, root: fixture.scratch.descriptor, known: NothingKnown(), lastScan: nil,
            portions: ScanPortions(names: names, bytes: .max) { portions.append($0) })
        let words = Comment(rawValue: "seed \(random.seed), portions of \(names)")
        #expect(portions.flatMap(\.self) + rest.changes == whole.changes, words)
        #expect(portions.count >= whole.changes.count / (names + 10), words)
        for portion in portions {
            #expect(portion.count >= names, words)
            // The last directory is there with something that it holds, or holds nothing.
            let last = try #require(portion.last)
            guard last.after?.entry.kind == .directory else { continue }
            let isEmpty = !whole.changes.contains { $0.path.parent == last.path }
            #expect(isEmpty, "\(last.path) \(words)")
        }
        #expect(rest.problems == whole.problems, words)
        #expect(rest.leftOut == whole.leftOut, words)
        #expect(rest.excludedCount == whole.excludedCount, words)
    }

    @Test func manyBytesEndAPortionToo() throws {
        let fixture = try ScanFixture()
        for number in 1...6 {
            try fixture.scratch.write(String(repeating: "x", count: 100), to: "file \(number)")
        }
        var everything = DirtyNames()
        everything.insert(tree: .root)
        var portions: [[ScannedChange]] = []
        let rest = try TreeScanner(rules: fixture.rules).scanChanges(
            everything, root: fixture.scratch.descriptor, known: NothingKnown(), lastScan: nil,
            portions: ScanPortions(names: .max, bytes: 250) { portions.append($0) })
        #expect(portions.map(\.count) == [4, 3])
        #expect(rest.changes.isEmpty)
    }

    @Test func whatBelongsTogetherIsHandedOverTogether() throws {
        let fixture = try ScanFixture()
        let names = ["a", "x", "x-a", "x-b", "x-wal", "y-wal", "z", "z-journal", "z-k", "z-wal"]
        for name in names { try fixture.scratch.write("x", to: name) }
        var everything = DirtyNames()
        everything.insert(tree: .root)
        var portions: [[String]] = []
        let rest = try TreeScanner(rules: fixture.rules).scanChanges(
            everything, root: fixture.scratch.descriptor, known: NothingKnown(), lastScan: nil,
            portions: ScanPortions(names: 1, bytes: .max) {
                portions.append($0.map(\.path.display).filter { names.contains($0) })
            })
        #expect(
            portions == [
                ["a"], ["x", "x-a", "x-b", "x-wal"], ["y-wal"],
                ["z", "z-journal", "z-k", "z-wal"],
            ])
        #expect(rest.changes.isEmpty)
    }

    @Test func aTreeBeyondTheLimitIsNotHeld() throws {
        let (fixture, _) = try ScanFixture.sample()
        let scanner = TreeScanner(rules: fixture.rules)
        func scan(entries: Int, bytes: Int64) throws -> Int {
            try scanner.scan(
                .everything(trustCache: true), root: fixture.scratch.descriptor,
                known: NothingKnown(), lastScan: nil,
                limit: ScanLimit(entries: entries, bytes: bytes)
            ).items.count
        }
        let whole = try fixture.scan()
        let bytes = whole.items.reduce(0) { $0 + $1.entry.size }
        #expect(try scan(entries: whole.items.count, bytes: bytes) == whole.items.count)
        #expect(throws: TreeExceedsLimit.self) {
            try scan(entries: whole.items.count - 1, bytes: bytes)
        }
        #expect(throws: TreeExceedsLimit.self) {
            try scan(entries: whole.items.count, bytes: bytes - 1)
        }
    }
}
