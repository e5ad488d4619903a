import LinuxSystem
import SnapshotModel
import SnapshotStore
import TestSupport
import Testing

@Suite struct StoreListingTests {
    let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    @Test func foreignZipsAreReportedAndLeftAlone() throws {
        let store = try fixture.open()
        let first = try fixture.save(store, "one")
        let bytes = try fixture.scratch.read(path(of: first))
        let other = try StoreFixture()
        let stranger = try other.save(try other.open(), "theirs")
        let theirs = String(decoding: stranger.fileName, as: UTF8.self)
            .replacing("documents", with: "theirs")
        try fixture.scratch.write(
            try other.scratch.read("store/\(String(decoding: stranger.fileName, as: UTF8.self))"),
            to: "store/\(theirs)")
        try fixture.scratch.write(bytes, to: "store/copy of it.zip")
        try fixture.scratch.write(bytes, to: "store/documents_2025-11-30T02-00-00Z_9.zip")
        try fixture.scratch.write("text", to: "store/notes.txt")
        try store.refresh()
        #expect(store.snapshots.map(\.record.id) == [first.record.id])
        #expect(
            store.foreignFiles.map { String(decoding: $0.name, as: UTF8.self) } == [
                "copy of it.zip", "documents_2025-11-30T02-00-00Z_9.zip", theirs,
            ])
        #expect(
            store.foreignFiles.map(\.reason) == [
                "not named as a snapshot is", "a second copy of 1", "a snapshot of another store",
            ])
        #expect(store.brakes == [])
        #expect(userError { try store.delete(9) }?.code == .noSnapshot)
    }

    @Test func aDamagedZipIsListedAndBrakesUntilSomebodyHasSeenIt() throws {
        var store: Store? = try fixture.open()
        for text in ["one", "two", "three"] {
            try fixture.save(try #require(store), text)
            fixture.clock.advance(hours: 1)
        }
        try store?.setPinned(2, true)
        let second = try #require(store?.snapshots[1])
        store = nil
        try fixture.scratch.write(
            [UInt8](repeating: 0, count: Int(second.status.size)), to: path(of: second))
        for _ in 1...2 {
            store = try fixture.open()
            let listed = try #require(store?.snapshots)
            #expect(listed.map(\.number) == [1, 2, 3])
            #expect(listed.map { $0.damage == nil } == [true, false, true])
            #expect(listed[1].isPinned)
            #expect(store?.brakes.map(\.code) == [.unreadable])
            #expect(userError { _ = try store?.view(2) } != nil)
            store = nil
        }
        store = try fixture.open()
        try store?.releaseBrakes()
        store = nil
        store = try fixture.open()
        #expect(store?.brakes == [])
        let outcome = try store?.prune(RetentionPolicy(last: 1), zone: PlainZone(), dryRun: false)
        #expect(outcome?.decisions.map(\.number) == [1, 3])
        #expect(outcome?.expired == [1])
        #expect(store?.snapshots.map(\.number) == [2, 3])
    }

    @Test func aDamagedCentralDirectoryIsDamageButReadable() throws {
        var store: Store? = try fixture.open()
        let first = try fixture.save(try #require(store), "one")
        store = nil
        var bytes = try fixture.scratch.read(path(of: first))
        for index in bytes.count - 30..<bytes.count { bytes[index] = 0 }
        try fixture.scratch.write(bytes, to: path(of: first))
        store = try fixture.open()
        let listed = try #require(store?.snapshots.first)
        #expect(listed.damage != nil)
        #expect(listed.record.id == first.record.id)
        #expect(try store?.view(1).directory(at: .root).map(\.name) == [Array("a".utf8)])
    }

    @Test func aListingThatFailsIsAnErrorNotAnEmptyStore() throws {
        var store: Store? = try fixture.open()
        try fixture.save(try #require(store), "one")
        store = nil
        for after in 0...6 {
            let error = SyscallFaults.refusing("getdents64", with: .io, after: after, times: 1) {
                userError { store = try fixture.open() }
            }
            if error == nil { #expect(store?.snapshots.count == 1) }
            store = nil
        }
        let error = SyscallFaults.refusing("getdents64", with: .io) {
            userError { store = try fixture.open() }
        }
        #expect(error?.code == .ioError)
    }

    private func path(of snapshot: StoredSnapshot) -> String {
        "store/\(String(decoding: snapshot.fileName, as: UTF8.self))"
    }
}
