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
        var fixture = try ScanFixture()
        fixture.rules = ScanRules(
            excludes: IgnoreRules(patterns: ["*.o", "/d1/d0/"]), maxFileSize: 40,
            honourCacheTag: true)
        let isLinking = round % 2 == 1
        if isLinking { fixture.rules.excludes = IgnoreRules() }
        var tree = RandomTree(scratch: fixture.scratch, linking: isLinking)
        for _ in 0..<120 { try tree.change(using: &random) }
        var known = RememberedTree(try fixture.scan())
        for step in 0..<12 {
            tree.touched = [:]
            for _ in 0..<Int.random(in: 0...8, using: &random) { try tree.change(using: &random) }
            let dirty = tree.dirty.map { String(decoding: $0.bytes, as: UTF8.self) }
            let partial = try fixture.scan(dirty: dirty, known)
            let full = try fixture.scan(known)
            #expect(partial.items == full.items, "seed \(random.seed), step \(step), \(dirty)")
            #expect(partial.leftOut == full.leftOut, "seed \(random.seed), step \(step)")
            #expect(partial.relevance == full.relevance, "seed \(random.seed), step \(step)")
            known = RememberedTree(partial)
        }
    }
}
