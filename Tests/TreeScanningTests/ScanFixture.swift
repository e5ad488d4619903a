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
            .directories(Set(dirty.map { BytePath($0) })), root: scratch.descriptor, known: known,
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
