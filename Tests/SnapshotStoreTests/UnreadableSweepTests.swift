import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotArchive
@testable import SnapshotStore

/// A snapshot that nobody can read was deleted, and others need what lies in its zip.
@Suite struct UnreadableSweepTests {
    let fixture: StoreFixture
    let store: Store
    let first: StoredSnapshot
    /// What the snapshots that stay show.
    let before: [[BytePath: StoreFixture.Shown]]

    /// The first of three snapshots has lost its record and the listings that would lead to its root.
    init() throws {
        let fixture = try StoreFixture()
        var store = try fixture.open()
        var random = SeededGenerator(seed: 5)
        try fixture.scratch.makeDirectories("data/d")
        var large = random.bytes(1_100_000)
        try fixture.scratch.write(large, to: "data/large")
        try fixture.scratch.write("needed by all", to: "data/d/kept")
        try fixture.scratch.write(random.bytes(2_000_000), to: "data/needless")
        try fixture.saveChanges(store)
        try fixture.remove("data/needless")
        // A patch over what only the first zip has.
        large[500_000] ^= 1
        try fixture.scratch.write(large, to: "data/large")
        try fixture.saveChanges(store)
        try fixture.saveChanges(store, "third", in: "own")
        let first = store.snapshots[0]
        self.first = first
        before = try [2, 3].map { try fixture.everything(in: store.view($0)) }
        for entry in [OwnName.trees, OwnName.record] {
            try fixture.damage(entry: entry, of: first, in: store)
        }
        store.release()
        try fixture.removeTree("cache")
        store = try fixture.open()
        self.fixture = fixture
        self.store = store
        _ = try store.repair(RepairOptions()) {}
        try store.releaseBrakes()
        try store.delete(1)
    }

    private var zip: String { String(decoding: first.fileName, as: UTF8.self) }

    private func expectAllThere(_ store: Store) throws {
        #expect(try [2, 3].map { try fixture.everything(in: store.view($0)) } == before)
    }

    @Test func inItsGraceItHoldsUpEverything() throws {
        #expect(try store.sweep(.now).removed == 0)
        #expect(try fixture.names("store/base").contains(zip))
        try expectAllThere(store)
    }

    @Test func whatOthersNeedIsCarriedBeforeItGoes() throws {
        fixture.clock.advance(hours: 25)
        #expect(try store.purge() == [1])
        #expect(try fixture.names("store/base").contains(zip))
        let outcome = try store.sweep(.now)
        #expect(outcome.removed >= 1)
        #expect(try !fixture.names("store/base").contains(zip))
        try expectAllThere(store)
        // Nor does anybody who has only the zips miss anything.
        store.release()
        try fixture.removeTree("cache")
        try expectAllThere(try Store.openForReading(fixture.storePath))
        let next = try fixture.open()
        #expect(try next.verify(depth: .everything).damage == [])
        try expectAllThere(next)
    }

    @Test func itStaysWhileSomethingNeededCannotBeCarried() throws {
        let content = SHA256.digest(of: Array("needed by all".utf8))
        let place = try #require(try store.index.place(of: content))
        #expect(place.zip == first.fileName)
        try fixture.flip("store/base/\(zip)", at: place.place.offset + 70)
        fixture.clock.advance(hours: 25)
        #expect(try store.purge() == [1])
        let outcome = try store.sweep(.now)
        #expect(outcome.damaged == 1)
        #expect(outcome.removed == 0)
        #expect(try fixture.names("store/base").contains(zip))
    }

    /// Without its directory a zip does not list what a damaged header hides.
    @Test func itStaysWhileItsDirectoryIsDamaged() throws {
        let path = "store/base/\(zip)"
        let content = SHA256.digest(of: Array("needed by all".utf8))
        let place = try #require(try store.index.place(of: content))
        try fixture.flip(path, at: place.place.offset)
        let bytes = try fixture.scratch.read(path)
        let end = try #require(
            bytes.indices.last { bytes[$0...].starts(with: Array("PK\u{5}\u{6}".utf8)) })
        try fixture.flip(path, at: Int64(end))
        store.release()
        let next = try fixture.open()
        try next.releaseBrakes()
        fixture.clock.advance(hours: 25)
        #expect(try next.purge() == [1])
        #expect(try next.sweep(.now).removed == 0)
        #expect(try fixture.names("store/base").contains(zip))
    }
}
