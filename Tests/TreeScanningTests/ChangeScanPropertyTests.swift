import LinuxSystem
import SnapshotModel
import TestSupport
import Testing
import TreeScanning

@Suite struct ChangeScanPropertyTests {
    /// Random changes with what an honest watcher reports.
    ///
    /// The changes found, put into the known tree, must be what a scan of everything finds. With a limit of 0 names are looked at one by one wherever they are known.
    @Test(arguments: 0..<6, [0, 3, 4_096])
    func changesMakeTheKnownTreeWhatIsThere(_ round: Int, large: Int) throws {
        var random = SeededGenerator()
        let (fixture, randomTree) = try ScanFixture.random(round: round, using: &random)
        var tree = randomTree
        let first = try fixture.scan()
        var known = RememberedTree(first)
        var relevance = first.relevance
        var leftOut = first.leftOut
        for step in 0..<12 {
            tree.forget()
            for _ in 0..<Int.random(in: 0...8, using: &random) { try tree.change(using: &random) }
            var dirty = DirtyNames()
            for (directory, selection) in tree.touched {
                // A watcher may know less than there is to know, and a person may ask for more.
                let isVague = Int.random(in: 0..<5, using: &random) == 0
                dirty.insert(isVague ? .everything : selection, in: directory)
                if Int.random(in: 0..<9, using: &random) == 0 { dirty.insert(tree: directory) }
            }
            let full = try fixture.scan(known)
            if tree.isDoubtful {
                // Then everything is looked at.
                (known, relevance, leftOut) = (RememberedTree(full), full.relevance, full.leftOut)
                continue
            }
            let changes = try fixture.changes(dirty, known, large: large)
            let words = Comment(rawValue: "seed \(random.seed), step \(step), \(dirty)")
            known.apply(changes)
            try #require(known.differences(from: RememberedTree(full)) == [], words)
            relevance.merge(changes)
            #expect(relevance == full.relevance, words)
            leftOut = leftOut.filter { !changes.replaces($0.path) } + changes.leftOut
            #expect(leftOut.sorted { $0.path.comesBefore($1.path) } == full.leftOut, words)
        }
    }
}
