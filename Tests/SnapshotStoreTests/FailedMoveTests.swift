import LinuxSystem
import SnapshotCatalog
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotStore

/// A snapshot whose zip cannot be moved stays kept, and everything knows it.
@Suite struct FailedMoveTests {
    let fixture: StoreFixture
    let store: Store
    let names: [String]

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
        for text in ["one", "two", "three", "four"] { try fixture.save(store, text) }
        names = store.snapshots.map { String(decoding: $0.fileName, as: UTF8.self) }
    }

    @Test func aTakenNameLeavesNoNoteOfADeletion() throws {
        try fixture.scratch.write("x", to: "store/expired/\(names[0])")
        #expect(userError { try store.delete(1) } != nil)
        #expect(store.snapshots.map(\.number) == [1, 2, 3, 4])
        #expect(try note(of: 1) == nil)
        try fixture.remove("store/expired/\(names[0])")
        try fixture.remove("store/\(names[0])")
        try store.refresh()
        #expect(store.goneSnapshots == [1])
    }

    @Test func theOthersExpireAllTheSame() throws {
        try fixture.scratch.write("x", to: "store/expired/\(names[1])")
        let error = userError {
            _ = try store.prune(RetentionPolicy(last: 1), zone: PlainZone(), dryRun: false)
        }
        #expect(error != nil)
        #expect(store.snapshots.map(\.number) == [2, 4])
        #expect(store.expiredSnapshots.map(\.number) == [1, 3])
        let known = try store.withCatalog { try $0.snapshots() }
        #expect(known.filter { $0.zip.place == .main }.map(\.number) == [2, 4])
        #expect(try note(of: 2) == nil)
        #expect(try note(of: 1)?.expiry != nil)
    }

    @Test(arguments: [Errno.invalid, .notImplemented], [nil, Errno.notPermitted])
    func aFileSystemWithoutNoReplace(rename: Errno, link: Errno?) throws {
        try SyscallFaults.refusing("renameat2", with: rename) {
            let errno = link ?? .io
            try SyscallFaults.refusing("linkat", with: errno, times: link == nil ? 0 : .max) {
                try store.delete(1)
                try fixture.scratch.write("x", to: "store/expired/\(names[1])")
                #expect(userError { try store.delete(2) } != nil)
                #expect(try fixture.scratch.read("store/expired/\(names[1])") == [0x78])
                try store.undelete(1)
                try store.delete(1)
            }
        }
        #expect(store.snapshots.map(\.number) == [2, 3, 4])
        #expect(store.expiredSnapshots.map(\.number) == [1])
        #expect(try fixture.names("store").contains(names[0]) == false)
        #expect(try store.view(1).directory(at: .root).count == 1)
    }

    @Test func aMoveThatWasCutShortIsFinished() throws {
        let main = try fixture.scratch.descriptor.openBeneath(BytePath("store"), [.directory])
        let expired = try main.open(Array("expired".utf8), [.directory])
        try expired.makeHardLink(from: main, Array(names[0].utf8), to: Array(names[0].utf8))
        try store.refresh()
        try store.delete(1)
        #expect(store.expiredSnapshots.map(\.number) == [1])
        #expect(try fixture.names("store").contains(names[0]) == false)
    }

    @Test func aNoteWhoseMoveNeverCameIsDropped() throws {
        try store.delete(1)
        store.release()
        try fixture.move("store/expired/\(names[0])", to: "store/\(names[0])")
        let again = try fixture.open()
        #expect(again.snapshots.map(\.number) == [1, 2, 3, 4])
        try fixture.remove("store/\(names[0])")
        try again.refresh()
        #expect(again.goneSnapshots == [1])
    }

    private func note(of number: Int) throws -> SnapshotNote? {
        guard case .whole(let notes) = try AnnotationsFile.read(in: store.directory.main) else {
            return nil
        }
        return notes.snapshots.values.first { $0.number == number }
    }
}
