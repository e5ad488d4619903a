import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotStore

/// A snapshot that leans on zips is not published once some of them are gone.
@Suite struct ShakenPublishTests {
    let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    @Test(arguments: [false, true])
    func whatASnapshotLeansOnGoesWhileItIsMade(isFoundBefore: Bool) throws {
        let store = try fixture.open()
        let first = try fixture.saveChanges(store, "one", in: "a")
        try fixture.scratch.write("two", to: "data/b")
        let error = userError {
            try fixture.saveChanges(store) {
                try fixture.remove("store/\(String(decoding: first.fileName, as: UTF8.self))")
                if isFoundBefore { #expect(try store.forgetVanished() == [1]) }
            }
        }
        #expect(error?.code == .ioError)
        #expect(store.snapshots == [])
        #expect(try fixture.names().contains { $0.hasSuffix(".zip") } == false)
        let next = try fixture.saveChanges(store)
        #expect(next.number == 2)
        let all = try fixture.everything(in: try store.view(2))
        #expect(all[BytePath("a")]?.bytes == Array("one".utf8))
        #expect(all[BytePath("b")]?.bytes == Array("two".utf8))
        let damage = try store.verify(depth: .everything).damage
        #expect(damage.allSatisfy { $0.snapshots == [1] })
    }

    @Test func aZipThatCameBackShakesNothing() throws {
        let store = try fixture.open()
        let first = try fixture.saveChanges(store, "one", in: "a")
        let name = String(decoding: first.fileName, as: UTF8.self)
        try store.setPinned(1, true)
        try fixture.move("store/\(name)", to: "away.zip")
        try store.forgetVanished()
        try fixture.scratch.write("two", to: "data/b")
        let second = try fixture.saveChanges(store) {
            try fixture.move("away.zip", to: "store/\(name)")
            try store.refresh()
        }
        #expect(second.number == 2)
    }

    @Test func aCompleteOneLeansOnNothing() throws {
        let store = try fixture.open()
        let first = try fixture.save(store, "one")
        let written = try fixture.write(store)
        let record = written.snapshot.record
        try fixture.remove("store/\(String(decoding: first.fileName, as: UTF8.self))")
        let published = try store.publish(written.takeFile(), record: record, changes: nil)
        #expect(published.vanished == [1])
        #expect(store.snapshots.map(\.number) == [2])
    }
}
