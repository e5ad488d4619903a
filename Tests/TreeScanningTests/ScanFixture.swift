import LinuxSystem
import SnapshotModel
import TestSupport

@testable import TreeScanning

/// A moment after every change that a test has made, so that what was scanned counts as settled.
let farFuture = FileTime(seconds: 1 << 40)

/// A tree on disk and its scanner.
struct ScanFixture {
    let scratch: ScratchDirectory
    var rules = ScanRules()

    init() throws {
        scratch = try ScratchDirectory()
    }

    /// A few files in a few directories, and what a snapshot of them would remember.
    static func sample() throws -> (fixture: ScanFixture, known: RememberedTree) {
        let fixture = try ScanFixture()
        for path in ["a/1", "a/sub/2", "b/3", "b/deep/er/4", "top"] {
            try fixture.scratch.write(path, to: path)
        }
        return (fixture, RememberedTree(try fixture.scan()))
    }

    /// A random tree: in one round rules hide a part of it, in the next files have several names.
    static func random(
        round: Int, using random: inout SeededGenerator
    ) throws -> (fixture: ScanFixture, tree: RandomTree) {
        var fixture = try ScanFixture()
        let isLinking = round % 2 == 1
        fixture.rules = ScanRules(
            excludes: IgnoreRules(patterns: isLinking ? [] : ["*.o", "/d1/d0/"]),
            maxFileSize: 40, honourCacheTag: true)
        var tree = RandomTree(scratch: fixture.scratch, linking: isLinking)
        for _ in 0..<120 { try tree.change(using: &random) }
        return (fixture, tree)
    }

    /// Scans everything against what is known.
    func scan(
        _ known: any KnownTree = NothingKnown(), lastScan: FileTime? = farFuture,
        trustCache: Bool = true
    ) throws -> ScannedTree {
        try TreeScanner(rules: rules).scan(
            .everything(trustCache: trustCache), root: scratch.descriptor, known: known,
            lastScan: lastScan)
    }

    /// Scans some directories against what is known.
    func scan(
        dirty: [String], _ known: any KnownTree, lastScan: FileTime? = farFuture
    ) throws -> ScannedTree {
        try TreeScanner(rules: rules).scan(
            .directories(Dictionary(dirty.map { (BytePath($0), .everything) }) { $1 }),
            root: scratch.descriptor, known: known,
            lastScan: lastScan)
    }

    /// Scans what is dirty for changes; directories with more names than `large` are not listed for a few.
    func changes(
        _ dirty: DirtyNames, _ known: any KnownTree, lastScan: FileTime? = farFuture,
        large: Int = 4_096
    ) throws -> ScannedChanges {
        var scanner = TreeScanner(rules: rules)
        scanner.largeDirectory = large
        return try scanner.scanChanges(
            dirty, root: scratch.descriptor, known: known, lastScan: lastScan)
    }
}

extension ScannedTree {
    /// The paths in order, as text.
    var paths: [String] { items.map { String(decoding: $0.path.bytes, as: UTF8.self) } }

    /// The item at a path.
    subscript(_ path: String) -> ScannedItem? { items.first { $0.path == BytePath(path) } }

    /// The paths whose content must be read.
    var toRead: [String] {
        items.filter(\.needsRead).map { String(decoding: $0.path.bytes, as: UTF8.self) }
    }
}
