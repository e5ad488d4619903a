import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing
import TreeScanning

@testable import Agent

/// What the agent says of condensed files by reading their data alone.
@Suite struct CondensedProbeTests {
    private static let size: Int64 = 2 << 40

    /// What the newest snapshot has of one file.
    private struct Known: KnownTree {
        var entry: KnownEntry?

        func entries(of directory: BytePath) -> [KnownEntry] {
            directory.isRoot ? entry.map { [$0] } ?? [] : []
        }
    }

    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
        try scratch.writeSparse(
            "vm.img", size: Self.size, [1 << 30: Array(repeating: 3, count: 10_000)])
    }

    /// The file as a scan sees it that trusts nothing.
    private func scan(_ known: Known = Known()) throws -> (tree: ScannedTree, index: Int) {
        let tree = try TreeScanner(rules: ScanRules()).scan(
            .everything(trustCache: false), root: scratch.descriptor, known: known, lastScan: nil)
        return (tree, try #require(tree.items.firstIndex { $0.entry.kind == .file }))
    }

    /// The file as a snapshot would have it.
    private func saved() throws -> KnownEntry {
        let (tree, index) = try scan()
        let item = tree.items[index]
        var entry = item.entry
        let file = try scratch.descriptor.open(entry.name, .readOnly)
        entry.content = try CondensedReading.digest(
            of: file, size: entry.size, as: CondensedMap(entry.dataRanges ?? []))
        entry.isCondensed = true
        return KnownEntry(entry: entry, identity: item.identity)
    }

    @Test func aScanKnowsWhatItWillRead() throws {
        let (tree, index) = try scan()
        #expect(tree.items[index].needsRead)
        #expect(tree.items[index].entry.isMostlyHoles)
        #expect(tree.items[index].entry.contentSize < 1 << 20)
    }

    @Test func anUnchangedFileIsTakenOver() throws {
        let known = Known(entry: try saved())
        let later = FileTime(seconds: WallClock.now().seconds + 10)
        let tree = try TreeScanner(rules: ScanRules()).scan(
            .everything(trustCache: true), root: scratch.descriptor, known: known,
            lastScan: later)
        let item = try #require(tree.items.first { $0.entry.kind == .file })
        #expect(!item.needsRead)
        #expect(item.entry == known.entry?.entry)
    }

    @Test func aSuspectIsSettledByItsData() throws {
        var known = Known(entry: try saved())
        var (tree, index) = try scan(known)
        let probe = ContentProbe(known: known)
        try probe.resolve(&tree, root: scratch.descriptor, progress: JobProgress())
        #expect(!tree.items[index].needsRead)
        #expect(tree.items[index].entry == known.entry?.entry)

        // The file system may tell of more data where there are zeros: that is no change.
        let wider = [DataRange(offset: 4096, count: 4096)] + (known.entry?.entry.dataRanges ?? [])
        (tree, index) = try scan(known)
        tree.items[index].entry.dataRanges = wider
        try probe.resolve(&tree, root: scratch.descriptor, progress: JobProgress())
        #expect(tree.items[index].entry == known.entry?.entry)

        // What was saved with its holes is saved anew.
        known.entry?.entry.isCondensed = false
        (tree, index) = try scan(known)
        try ContentProbe(known: known).resolve(
            &tree, root: scratch.descriptor, progress: JobProgress())
        #expect(tree.items[index].needsRead)
        #expect(!tree.items[index].entry.isCondensed)
    }

    @Test func rotIsFoundInTheDataAndInTheHoles() throws {
        let known = try saved()
        for (place, byte, isRotten) in [
            (1 << 30, 3, false), (1 << 35, 0, false), ((1 << 30) + 5, 4, true),
            (1 << 36, 1, true),
        ] as [(Int64, UInt8, Bool)] {
            let file = try scratch.descriptor.open(Array("vm.img".utf8), .readWrite)
            let before = try file.readExactly(1, at: place)
            try file.write([byte], at: place)
            var (tree, index) = try scan()
            tree.items[index].entry.content = known.entry.content
            tree.items[index].entry.isCondensed = true
            tree.items[index].entry.dataRanges = known.entry.dataRanges
            tree.items[index].needsRead = false
            let finding = try RotProbe(share: 100, suspects: []).resolve(
                &tree, root: scratch.descriptor, progress: JobProgress())
            #expect(finding.sampled == 1, "\(place)")
            #expect(!finding.rotten.isEmpty == isRotten, "\(place)")
            #expect(tree.items[index].entry.isCondensed != isRotten)
            try file.write(before, at: place)
        }
    }

    @Test func dataThatMovedWithinItsFileIsAChange() throws {
        let before = try saved()
        var after = before
        after.entry.dataRanges = [DataRange(offset: 1 << 31, count: before.entry.contentSize)]
        var comparison = SnapshotComparison()
        comparison.add(path: BytePath("vm.img"), before: before, after: after)
        comparison.add(path: BytePath("gone"), before: before, after: nil)
        comparison.add(path: BytePath("come"), before: nil, after: after)
        comparison.add(path: BytePath("moved"), before: nil, after: before)
        comparison.finish()
        #expect(comparison.counts.changed == 1)
        #expect(comparison.counts.moved == 1)
        #expect(comparison.counts.added == 1)
        #expect(comparison.counts.removed == 0)
    }
}
