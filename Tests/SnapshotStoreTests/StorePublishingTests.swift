import LinuxSystem
import SnapshotArchive
import SnapshotCatalog
import SnapshotModel
import SnapshotStore
import TestSupport
import Testing

@Suite struct StorePublishingTests {
    let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    @Test func aPublishedSnapshotIsListedHereAndByTheNextOwner() throws {
        var store: Store? = try fixture.open()
        let first = try fixture.save(try #require(store), "one")
        fixture.clock.advance(hours: 1)
        let second = try fixture.save(try #require(store), "two")
        #expect(first.number == 1)
        #expect(second.number == 2)
        #expect(store?.snapshots == [first, second])
        let names = [first, second].map { String(decoding: $0.fileName, as: UTF8.self) }
        #expect(
            names == [
                "documents_2025-11-30T02-00-00Z_1.zip", "documents_2025-11-30T03-00-00Z_2.zip",
            ])
        #expect(first.status.mode == 0o600)
        store = nil
        let again = try fixture.open()
        #expect(again.snapshots == [first, second])
        #expect(again.newest == second)
        #expect(try fixture.save(again, "three").number == 3)
    }

    @Test func aSnapshotThatIsDroppedLeavesNothing() throws {
        let store = try fixture.open()
        do { _ = try fixture.write(store) }
        #expect(store.snapshots == [])
        #expect(try fixture.names().filter { $0.hasSuffix(".zip") || $0.hasPrefix(".") } == [])
        #expect(try fixture.save(store).number == 1)
    }

    @Test(arguments: ["fdatasync", "fsync", "linkat", "statx"], [0, 1])
    func aPublishThatFailsHalfWayLeavesAWholeSnapshotOrNone(call: String, after: Int) throws {
        var store: Store? = try fixture.open()
        try fixture.save(try #require(store), "one")
        let written = try fixture.write(try #require(store))
        let record = written.snapshot.record
        let error = Self.publish(written, to: try #require(store), refusing: call, after: after)
        store = nil
        let again = try fixture.open()
        #expect(try fixture.names().filter { $0.hasPrefix(".") } == [])
        let numbers = again.snapshots.map(\.number)
        #expect(numbers == [1] || numbers == [1, 2])
        if error == nil { #expect(numbers == [1, 2]) }
        for snapshot in again.snapshots {
            #expect(snapshot.damage == nil)
            #expect(try again.view(snapshot.number).directory(at: .root).count == 1)
        }
        #expect(record.number == 2)
        #expect(try fixture.save(again, "three").number == numbers.count + 1)
    }

    @Test func aNameThatIsTakenIsNeverReplaced() throws {
        let store = try fixture.open()
        let name = "documents_2025-11-30T02-00-00Z_1.zip"
        try fixture.scratch.write("somebody's", to: "store/\(name)")
        #expect(userError { try fixture.save(store, "one") }?.code == .ioError)
        #expect(try fixture.scratch.read("store/\(name)") == Array("somebody's".utf8))
        #expect(store.snapshots == [])
    }

    @Test func aNumberThatWasNotAskedForIsRefused() throws {
        let store = try fixture.open()
        let error = userError { try fixture.save(store) { $0.number = 7 } }
        #expect(error?.code == .internal)
        #expect(try fixture.names().filter { $0.hasSuffix(".zip") } == [])
    }

    @Test func aZipRemovedByHandIsNoticedBeforeAnythingLeansOnIt() throws {
        let store = try fixture.open()
        let first = try fixture.save(store, "same")
        let content = try #require(try store.knownEntries(of: .root).first?.entry.content)
        #expect(try store.place(of: content)?.zip == first.fileName)
        try fixture.remove("store/\(String(decoding: first.fileName, as: UTF8.self))")
        let written = try fixture.write(store)
        let record = written.snapshot.record
        let published = try store.publish(
            written.file, record: record, changes: nil)
        #expect(published.vanished == [1])
        #expect(store.snapshots == [published.snapshot])
        #expect(try store.place(of: content)?.zip == published.snapshot.fileName)
    }

    @Test func contentOfAZipRemovedByHandHasNoPlace() throws {
        let store = try fixture.open()
        let first = try fixture.save(store, "same")
        let content = try #require(try store.knownEntries(of: .root).first?.entry.content)
        try fixture.remove("store/\(String(decoding: first.fileName, as: UTF8.self))")
        #expect(try store.forgetVanished() == [1])
        #expect(try store.place(of: content) == nil)
        #expect(try store.knownEntries(of: .root) == [])
        #expect(try store.forgetVanished() == [])
    }

    @Test func aZipPutBackFromACopyStaysTheSameSnapshot() throws {
        let store = try fixture.open()
        let first = try fixture.save(store, "one")
        let file = "store/\(String(decoding: first.fileName, as: UTF8.self))"
        let bytes = try fixture.scratch.read(file)
        try fixture.remove(file)
        try fixture.scratch.write(bytes, to: file)
        #expect(try store.forgetVanished() == [])
        #expect(store.snapshots.map(\.record) == [first.record])
        #expect(try store.knownEntries(of: .root).count == 1)
    }

    @Test func aNumberIsNotUsedTwiceWhateverIsLost() throws {
        var store: Store? = try fixture.open()
        for text in ["one", "two"] { try fixture.save(try #require(store), text) }
        try store?.label(2, "mine")
        let newest = try #require(store?.newest)
        store = nil
        try fixture.remove("store/\(String(decoding: newest.fileName, as: UTF8.self))")
        try fixture.removeTree("cache")
        store = try fixture.open()
        let third = try fixture.save(try #require(store), "three")
        #expect(third.number == 3)
        #expect(third.label == nil)
        store = nil
        try fixture.remove("store/\(String(decoding: third.fileName, as: UTF8.self))")
        try fixture.remove("store/annotations.json")
        try fixture.removeTree("cache")
        try fixture.removeTree("state")
        let last = try fixture.save(try fixture.open(), "four")
        #expect(last.number == 1001)
        #expect(last.label == nil)
    }

    private static func publish(
        _ written: consuming StoreFixture.Written, to store: Store, refusing call: String,
        after: Int
    ) -> UserError? {
        let record = written.snapshot.record
        var file = Optional(written.takeFile())
        return SyscallFaults.refusing(call, with: .io, after: after) {
            userError {
                guard let file = file.take() else { return }
                _ = try store.publish(file, record: record, changes: nil)
            }
        }
    }

    /// A number that may be in use already is never given out.
    @Test func numbersThatCouldNotBeReservedAreReservedTheNextTime() throws {
        func reopened() throws -> Store {
            // Without that nobody can say which numbers of a block were used.
            try fixture.removeTree("state")
            return try fixture.open()
        }
        try fixture.open().release()
        let store = try reopened()
        let error = SyscallFaults.refusing("pwrite", with: .io) {
            userError { _ = try store.reserveNumber() }
        }
        #expect(error != nil)
        let number = try store.reserveNumber()
        store.release()
        #expect(try reopened().reserveNumber() > number)
    }
}
