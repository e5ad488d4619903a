import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotStore

/// A snapshot comes back whole or not at all, with all it leans on.
@Suite struct UndeleteTests {
    let fixture: StoreFixture

    /// Two expired snapshots, of which the second leans on the first's zip, and a kept one.
    init() throws {
        fixture = try StoreFixture()
        let store = try fixture.open()
        try fixture.scratch.makeDirectories("data/d")
        try fixture.saveChanges(store, "one", in: "d/a")
        try fixture.saveChanges(store, "two", in: "d/b")
        try fixture.saveChanges(store, "three", in: "d/a")
        try store.delete(1)
        try store.delete(2)
    }

    private func zip(_ number: Int) throws -> String {
        try #require(try fixture.names("store/base").first { $0.hasSuffix("_\(number).part.zip") })
    }

    @Test func whatLostSomethingIsRefusedAndNamed() throws {
        let store = try fixture.open()
        try fixture.remove("store/base/\(try zip(1))")
        try store.refresh()
        let changes: [() throws -> StoredSnapshot] = [
            { try store.undelete(2) }, { try store.setPinned(2, true) },
        ]
        for change in changes {
            let error = userError { _ = try change() }
            #expect(error?.code == .damaged)
            #expect(error?.message == "2 cannot come back: 1 of its files is in no zip any more")
            #expect(error?.why == "d/a")
            #expect(error?.remedy == "what remains of it: snapctl restore 2 --to DIR")
        }
        #expect(store.expiredSnapshots.map(\.number) == [2])
        #expect(store.expiredSnapshots.map(\.isPinned) == [false])
        let view = try store.view(2)
        let left = try #require(try view.entry(at: BytePath("d/b"))?.content)
        var bytes = [UInt8]()
        try view.readContent(left) { part in
            for index in part.indices { bytes.append(part[index]) }
        }
        #expect(bytes == Array("two".utf8))
    }

    @Test func whatItLeansOnLeavesExpiredWithIt() throws {
        let store = try fixture.open()
        let name = try zip(1)
        try fixture.move("store/base/\(name)", to: "store/expired/\(name)")
        try store.refresh()
        #expect(store.expiredSnapshots.map(\.place) == [.expired, .base])
        #expect(try store.undelete(2).place == .main)
        #expect(try fixture.names("store/expired") == [])
        #expect(try fixture.names("store/base") == [name])
        #expect(try fixture.everything(in: try store.view(2)).count == 4)
    }
}
