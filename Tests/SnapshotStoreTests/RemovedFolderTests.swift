import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotStore

/// `base/` and `expired/` that somebody removes or replaces while the store is open.
@Suite struct RemovedFolderTests {
    let fixture: StoreFixture
    let store: Store

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
        for number in 1...4 { try fixture.save(store, "text \(number)") }
        try store.delete(1)
    }

    @Test(arguments: ["base", "expired"]) func theyAreMadeAnew(_ folder: String) throws {
        try fixture.removeTree("store/\(folder)")
        #expect(try store.room().free > 0)
        try fixture.removeTree("store/\(folder)")
        #expect(try store.verify(depth: .structure).damage == [])
        try fixture.removeTree("store/\(folder)")
        try fixture.saveChanges(store, "text 5", in: "a")
        try fixture.removeTree("store/\(folder)")
        #expect(try store.delete(2).isExpired)
        #expect(try store.undelete(2).number == 2)
        try fixture.removeTree("store/\(folder)")
        #expect(try store.repair(RepairOptions()) {}.isMended)
        let status = try FileDescriptor.status(
            of: fixture.storePath.appending(BytePath(folder)), following: false)
        #expect(status.mode & 0o777 == 0o700)
        #expect(store.brakes == [])
    }

    /// As when it is put back from a copy.
    @Test func aFolderInTheirPlaceIsUsed() throws {
        try fixture.saveChanges(store, "text 5", in: "a")
        let deleted = try store.delete(2)
        let bytes = try fixture.scratch.read(fixture.path(of: deleted))
        try fixture.removeTree("store/base")
        try fixture.scratch.makeDirectories("store/base")
        try fixture.scratch.write(bytes, to: fixture.path(of: deleted))
        #expect(try store.undelete(2).number == 2)
        #expect(try fixture.names("store/base") == [])
    }

    @Test func aStoreThatIsGoneIsNamedAndNotMadeAnew() throws {
        try fixture.removeTree("store")
        let path = fixture.storePath.display
        for error in [
            userError { try store.forgetVanished() }, userError { _ = try store.room() },
            userError { _ = try store.verify(depth: .structure) },
        ] {
            #expect(error?.code == .ioError)
            #expect(error?.message == "opening \(path) failed")
        }
        #expect(try !fixture.names(".").contains("store"))
    }
}
