import LinuxSystem
import SnapshotArchive
import SnapshotModel
import SnapshotStore
import TestSupport
import Testing

@Suite struct StoreReadingTests {
    let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    @Test func aReaderNeedsNoLockNoCatalogAndWritesNothing() throws {
        let owner = try fixture.open()
        try fixture.save(owner, "one")
        try fixture.save(owner, "two", in: "d/b")
        try owner.label(1, "first")
        try owner.delete(1)
        try fixture.removeTree("cache")
        let before = try listing()
        let reader = try Store.openForReading(fixture.storePath)
        #expect(!reader.isWritable)
        #expect(reader.uuid == owner.uuid)
        #expect(reader.dataset == "documents")
        #expect(reader.root == owner.root)
        #expect(reader.snapshots == owner.snapshots.map(Self.withoutGrace))
        #expect(reader.expiredSnapshots == owner.expiredSnapshots.map(Self.withoutGrace))
        #expect(try Self.content(of: "d/b", in: reader.view(2)) == "two")
        #expect(try listing() == before)
        #expect(userError { try reader.label(2, "x") }?.code == .readOnly)
    }

    @Test func aStoreWithoutExpiredCanBeRead() throws {
        let owner = try fixture.open()
        try fixture.save(owner, "one")
        try fixture.removeTree("store/expired")
        #expect(try Store.openForReading(fixture.storePath).snapshots.map(\.number) == [1])
    }

    @Test func aViewFindsEntriesDirectoriesAndContents() throws {
        let owner = try fixture.open()
        try fixture.scratch.write("deep", to: "data/d/e/f")
        for number in 0..<300 { try fixture.scratch.write("\(number)", to: "data/many/\(number)") }
        try fixture.save(owner, "one")
        let view = try owner.view(1)
        #expect(try view.entry(at: .root)?.kind == .directory)
        #expect(try view.entry(at: BytePath("d/e/f"))?.size == 4)
        #expect(try view.entry(at: BytePath("d/e/g")) == nil)
        #expect(try view.entry(at: BytePath("a/b")) == nil)
        #expect(try view.directory(at: BytePath("d/e")).map(\.name) == [Array("f".utf8)])
        for number in 0..<300 {
            let path = BytePath("many/\(number)")
            #expect(try view.entry(at: path)?.name == Array("\(number)".utf8))
        }
        #expect(try view.entry(at: BytePath("many/300")) == nil)
        #expect(try Self.content(of: "many/299", in: view) == "299")
        let error = userError { _ = try view.directory(at: BytePath("a")) }
        #expect(error?.code == .noPath)
        var walked = [BytePath]()
        try view.walk(from: BytePath("d")) { path, _ in walked.append(path) }
        #expect(walked == [BytePath("d"), BytePath("d/e"), BytePath("d/e/f")])
        var count = 0
        try view.walk { _, _ in count += 1 }
        #expect(count == 306)
    }

    @Test func aViewOutlivesItsSnapshot() throws {
        let owner = try fixture.open()
        try fixture.save(owner, "one")
        let view = try owner.view(1)
        try fixture.save(owner, "two")
        let reader = try Store.openForReading(fixture.storePath)
        try owner.delete(1)
        // The reader's listing is older than the move.
        #expect(try Self.content(of: "a", in: reader.view(1)) == "one")
        fixture.clock.advance(hours: 30)
        #expect(try owner.purge() == [1])
        #expect(try Self.content(of: "a", in: view) == "one")
        #expect(userError { _ = try reader.view(1) }?.code == .damaged)
    }

    @Test func aSnapshotNeedsOnlyItsOwnZip() throws {
        let owner = try fixture.open()
        try fixture.save(owner, "one")
        try fixture.save(owner, "two", in: "b")
        try fixture.remove(
            "store/\(String(decoding: owner.snapshots[0].fileName, as: UTF8.self))")
        let reader = try Store.openForReading(fixture.storePath)
        #expect(try Self.content(of: "a", in: reader.view(2)) == "one")
    }

    private static func content(of path: String, in view: SnapshotView) throws -> String {
        let entry = try #require(try view.entry(at: BytePath(path)))
        var bytes = [UInt8]()
        try view.readContent(try #require(entry.content)) { part in
            for index in part.indices { bytes.append(part[index]) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func withoutGrace(_ snapshot: StoredSnapshot) -> StoredSnapshot {
        var snapshot = snapshot
        snapshot.goes = nil
        return snapshot
    }

    private func listing() throws -> [String: FileStatus] {
        var found: [String: FileStatus] = [:]
        for folder in ["store", "store/expired"] {
            for name in try fixture.names(folder) {
                let path = fixture.scratch.path.appending(BytePath("\(folder)/\(name)"))
                found["\(folder)/\(name)"] = try FileDescriptor.status(of: path, following: false)
            }
        }
        return found
    }
}
