import SnapshotModel
import Testing
import TreeScanning

@testable import Agent

/// A tree held in memory, at the place where the catalog stands.
private struct PastFixture: PastTree {
    var directories: [BytePath: [KnownEntry]] = [:]
    var root: KnownEntry?

    func entries(of directory: BytePath) -> [KnownEntry] { directories[directory] ?? [] }
    func rootEntry() -> KnownEntry? { root }
}

private func known(
    _ name: String, _ kind: EntryKind = .file, content: UInt8? = 1, mode: UInt32 = 0o644,
    size: Int64 = 10, modified: Int64 = 100
) -> KnownEntry {
    var entry = TreeEntry(
        name: Array(name.utf8), kind: kind, mode: mode, uid: 0, gid: 0,
        modified: FileTime(seconds: modified))
    if kind == .file {
        entry.size = size
        entry.content = content.flatMap { Digest([UInt8](repeating: $0, count: 32)) }
    }
    return KnownEntry(entry: entry, identity: nil)
}

private func compare(
    past: [String: [KnownEntry]], present: [(String, Int, KnownEntry?)]
) throws -> SnapshotComparison {
    let root = known("", .directory)
    let fixture = PastFixture(
        directories: Dictionary(
            uniqueKeysWithValues: past.map { (BytePath($0.key), $0.value) }), root: root)
    let items =
        [FinishedTree.Item(path: .root, parent: 0, known: root)]
        + present.map { FinishedTree.Item(path: BytePath($0.0), parent: $0.1, known: $0.2) }
    return try SnapshotComparison.between(FinishedTree(items: items), and: fixture)
}

@Suite struct SnapshotComparisonTests {
    @Test func equalTreesHaveNoDifference() throws {
        let comparison = try compare(
            past: ["": [known("a"), known("d", .directory)], "d": [known("x")]],
            present: [
                ("a", 0, known("a")), ("d", 0, known("d", .directory)), ("d/x", 2, known("x")),
            ])
        #expect(comparison.counts.nothingChanged)
        #expect(comparison.changes.isEmpty)
        #expect(comparison.counts.files == 2)
        #expect(comparison.counts.directories == 2)
        #expect(comparison.counts.bytes == 20)
    }

    @Test func countsEachKindOfDifference() throws {
        let comparison = try compare(
            past: ["": [known("changed"), known("gone", content: 9), known("mode")]],
            present: [
                ("changed", 0, known("changed", content: 2)),
                ("mode", 0, known("mode", mode: 0o600)),
                ("new", 0, known("new", content: 3)),
            ])
        let counts = comparison.counts
        #expect(counts.added == 1)
        #expect(counts.changed == 1)
        #expect(counts.removed == 1)
        #expect(counts.metadata == 1)
        #expect(counts.moved == 0)
    }

    @Test func equalContentUnderAnotherNameIsAMove() throws {
        let comparison = try compare(
            past: ["": [known("old", content: 7), known("other", content: 8)]],
            present: [("new", 0, known("new", content: 7)), ("twin", 0, known("twin", content: 7))])
        #expect(comparison.counts.moved == 1)
        #expect(comparison.counts.added == 1)
        #expect(comparison.counts.removed == 1)
    }

    @Test func aRemovedDirectoryCountsWhatItHeld() throws {
        let comparison = try compare(
            past: [
                "": [known("d", .directory)], "d": [known("e", .directory), known("x")],
                "d/e": [known("y", content: 4)],
            ], present: [])
        #expect(comparison.counts.removed == 2)
        #expect(Set(comparison.changes.map(\.path.bytes)).count == 4)
    }

    @Test func aDirectoryThatBecameAFileLosesItsChildren() throws {
        let comparison = try compare(
            past: ["": [known("d", .directory)], "d": [known("x", content: 5)]],
            present: [("d", 0, known("d"))])
        #expect(comparison.counts.removed == 1)
        #expect(comparison.counts.added == 1)
    }

    @Test func anEmptyDirectoryIsADifference() throws {
        let came = try compare(
            past: ["": []],
            present: [
                ("d", 0, known("d", .directory)), ("d/e", 1, known("e", .directory)),
                ("full", 0, known("full", .directory)), ("full/x", 3, known("x")),
            ])
        #expect(came.counts.added == 2)
        let went = try compare(
            past: ["": [known("d", .directory)], "d": [known("e", .directory)]], present: [])
        #expect(went.counts.removed == 1)
        let replaced = try compare(
            past: ["": [known("d")]], present: [("d", 0, known("d", .directory))])
        #expect(replaced.counts.removed == 1)
        #expect(replaced.counts.added == 1)
    }

    @Test func aDirectorysTimeAloneIsNoDifferenceButIsTakenOver() throws {
        let comparison = try compare(
            past: ["": [known("d", .directory)]],
            present: [("d", 0, known("d", .directory, modified: 200))])
        #expect(comparison.counts.nothingChanged)
        #expect(comparison.changes.count == 1)
    }

    @Test func aFileThatVanishedWhileItWasReadIsGone() throws {
        let comparison = try compare(past: ["": [known("a")]], present: [("a", 0, nil)])
        #expect(comparison.counts.removed == 1)
        #expect(comparison.counts.files == 0)
    }

    @Test func onlySuspectDirectoriesAreComparedButAllIsCounted() throws {
        let root = known("", .directory)
        let past = PastFixture(
            directories: [
                .root: [known("calm", .directory), known("dirty", .directory)],
                BytePath("calm"): [known("a")], BytePath("dirty"): [known("gone", content: 5)],
            ], root: root)
        let items = [
            FinishedTree.Item(path: .root, parent: 0, known: root),
            .init(path: BytePath("calm"), parent: 0, known: known("calm", .directory)),
            .init(path: BytePath("calm/a"), parent: 1, known: known("a")),
            .init(path: BytePath("dirty"), parent: 0, known: known("dirty", .directory)),
        ]
        let suspect = try SnapshotComparison.between(
            FinishedTree(items: items, suspects: [3]), and: past)
        #expect(suspect.counts.removed == 1)
        #expect(suspect.counts.files == 1)
        #expect(suspect.counts.directories == 3)
        let whole = try SnapshotComparison.between(FinishedTree(items: items), and: past)
        #expect(suspect.counts == whole.counts)
        #expect(Set(suspect.changes) == Set(whole.changes))
    }
}
