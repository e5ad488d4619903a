import LinuxSystem
import SnapshotModel
import TestSupport
import Testing
import TreeScanning

@Suite struct DirtyScanPropertyTests {
    /// Random changes with the directories that an honest watcher reports, then both kinds of scan.
    @Test(arguments: 0..<6)
    func aDirtyScanFindsWhatAFullOneFinds(_ round: Int) throws {
        var random = SeededGenerator()
        let (fixture, randomTree) = try ScanFixture.random(round: round, using: &random)
        var tree = randomTree
        var known = RememberedTree(try fixture.scan())
        for step in 0..<12 {
            tree.forget()
            for _ in 0..<Int.random(in: 0...8, using: &random) { try tree.change(using: &random) }
            let dirty = tree.dirty.map { String(decoding: $0.bytes, as: UTF8.self) }
            let partial = try fixture.scan(dirty: dirty, known)
            let full = try fixture.scan(known)
            #expect(partial.items == full.items, "seed \(random.seed), step \(step), \(dirty)")
            // Names looked at again because of another name of their file come last.
            #expect(Set(partial.leftOut) == Set(full.leftOut), "seed \(random.seed), step \(step)")
            #expect(partial.relevance == full.relevance, "seed \(random.seed), step \(step)")
            known = RememberedTree(partial)
        }
    }
}
