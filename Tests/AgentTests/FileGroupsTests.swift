import SnapshotModel
import Testing
import TreeScanning

@testable import Agent

/// What is known of a tree, of which tests count how often it was asked.
private final class AskedPast: PastTree {
    let files: [BytePath: KnownEntry]
    private(set) var questions = 0

    init(_ names: [String]) {
        files = Dictionary(
            uniqueKeysWithValues: names.map { (BytePath($0), AskedPast.file($0, size: 512)) })
    }

    static func file(_ path: String, size: Int64) -> KnownEntry {
        var entry = TreeEntry(
            name: BytePath(path).name, kind: .file, mode: 0o644, uid: 0, gid: 0,
            modified: FileTime(seconds: 1))
        entry.size = size
        return KnownEntry(
            entry: entry,
            identity: KnownIdentity(device: 1, inode: 1, changed: FileTime(seconds: 2)))
    }

    func entries(of directory: BytePath) -> [KnownEntry] { [] }
    func rootEntry() -> KnownEntry? { nil }
    func entry(at path: BytePath) -> KnownEntry? {
        questions += 1
        return files[path]
    }
}

@Suite struct FileGroupsTests {
    /// A file that is to be read; one of `size` -1 is gone.
    private func change(_ path: String, size: Int64 = 512) -> ScannedChange {
        let known = AskedPast.file(path, size: max(size, 0))
        return ScannedChange(
            path: BytePath(path), before: size < 0 ? known : nil,
            after: size < 0
                ? nil
                : ScannedState(entry: known.entry, identity: known.identity, needsRead: true))
    }

    private func groups(
        _ changes: [ScannedChange], known: [String] = []
    ) throws -> [String] {
        let found = try FileGroups(changes, known: AskedPast(known))
        #expect(Array(found.changes.prefix(changes.count)) == changes)
        for added in found.changes.dropFirst(changes.count) {
            #expect(!added.needsRead && added.before == added.after?.known)
        }
        return found.groups.map { group in
            group.members.map { found.changes[$0].path.display }.joined(separator: " ")
        }
    }

    @Test func membersAreFoundAmongWhatDiffersAndWhatDoesNot() throws {
        let both = [change("d/x.db"), change("d/x.db-wal")]
        #expect(try groups(both) == ["d/x.db d/x.db-wal"])
        #expect(try groups([change("x-wal", size: 5)], known: ["x"]) == ["x x-wal"])
        #expect(try groups([change("x")], known: ["x-journal"]) == ["x x-journal"])
        #expect(
            try groups([change("x-journal")], known: ["x", "x-wal"]) == ["x x-journal x-wal"])
        // The database must have stood still since its log went.
        #expect(try groups([change("x-wal", size: -1)], known: ["x"]) == ["x"])
    }

    @Test func othersAreNone() throws {
        #expect(try groups([change("x"), change("y")]) == [])
        #expect(try groups([change("x-wal")]) == [])
        #expect(try groups([change("-wal"), change("d/-wal")], known: ["d"]) == [])
        #expect(try groups([change("x", size: -1), change("x-wal", size: -1)]) == [])
        #expect(try groups([change("x"), change("x-shm"), change("x-wall")]) == [])
    }

    @Test func theCatalogIsAskedOnlyAboutTheLikesOfDatabases() throws {
        let known = AskedPast([])
        _ = try FileGroups((0..<1_000).map { change("file \($0)", size: 513) }, known: known)
        #expect(known.questions == 0)
        _ = try FileGroups([change("pages", size: 1024)], known: known)
        #expect(known.questions == 2)
    }
}
