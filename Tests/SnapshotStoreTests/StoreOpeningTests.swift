import LinuxSystem
import SnapshotArchive
import SnapshotModel
import SnapshotStore
import TestSupport
import Testing

@Suite struct StoreOpeningTests {
    let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    @Test func aNewStoreIsForItsOwnerAlone() throws {
        let store = try fixture.open()
        #expect(store.snapshots.isEmpty)
        #expect(store.isWritable)
        #expect(
            try fixture.names() == [
                "README.txt", "base", "expired", "lock", "reserve", "store.json", "store.old.json",
            ])
        let folder = try fixture.scratch.descriptor.openBeneath(BytePath("store"), [.directory])
        #expect(try folder.status().mode == 0o700)
        for name in try fixture.names() {
            let status = try folder.status(of: Array(name.utf8))
            #expect(status.mode == (status.kind == .directory ? 0o700 : 0o600), "\(name)")
        }
    }

    @Test func openingAgainIsTheSameStore() throws {
        let first = try fixture.open().uuid
        #expect(try fixture.open().uuid == first)
    }

    @Test func aCreationThatWasCutShortIsFinished() throws {
        let uuid = try fixture.open().uuid
        try fixture.removeTree("state")
        try fixture.remove("store/store.json")
        try fixture.scratch.write("half", to: "store/.snapagent-tmp-1")
        let store = try fixture.open()
        #expect(store.uuid != uuid)
        #expect(try fixture.names().contains(".snapagent-tmp-1") == false)
    }

    @Test func aMissingIdentityIsReadFromItsCopyWhereZipsSayTheSame() throws {
        let store = try fixture.open()
        let snapshot = try fixture.save(store, "text")
        let uuid = store.uuid
        store.release()
        let before = try fixture.scratch.read("store/store.json")
        try fixture.remove("store/store.json")
        let reading = try Store.openForReading(fixture.storePath)
        #expect(reading.uuid == uuid)
        #expect(reading.snapshots.map(\.number) == [1])
        let found = try reading.verify(depth: .structure).damage
        #expect(found.map(\.file) == [Array("store.json".utf8)])
        #expect(found.first?.damage.message == "store.json is missing")
        #expect(try fixture.names().contains("store.json") == false)
        #expect(try fixture.open().uuid == uuid)
        #expect(try fixture.scratch.read("store/store.json") == before)
        // What other zips say is no proof.
        try fixture.remove("store/store.json")
        try fixture.remove("store/\(String(decoding: snapshot.fileName, as: UTF8.self))")
        #expect(userError { _ = try Store.openForReading(fixture.storePath) }?.code == .notAStore)
    }

    @Test func aMissingCopyOfTheIdentityIsNamedAndMadeAnew() throws {
        let store = try fixture.open()
        try fixture.save(store, "text")
        try fixture.remove("store/store.old.json")
        let reading = try Store.openForReading(fixture.storePath)
        for store in [store, reading] {
            let found = try store.verify(depth: .structure).damage
            #expect(found.map(\.file) == [Array("store.old.json".utf8)])
        }
        #expect(try store.repair(RepairOptions()) {}.isMended)
        #expect(try fixture.names().contains("store.old.json"))
        #expect(try store.verify(depth: .structure).damage == [])
    }

    @Test func aStoreThatWasSeenAndIsGoneIsNeverMadeAnew() throws {
        _ = try fixture.open()
        try fixture.removeTree("store")
        for _ in 1...2 {
            let error = userError { _ = try fixture.open() }
            #expect(error?.code == .storeAbsent)
            #expect(error?.remedy.contains("--new-store") == true)
        }
        #expect(try fixture.scratch.descriptor.names().contains(Array("store".utf8)) == false)
        try fixture.scratch.makeDirectories("store")
        // Mount points are open to all, mostly.
        for mode: UInt32 in [0o755, 0o700] {
            try fixture.scratch.descriptor.setMode(of: Array("store".utf8), mode)
            #expect(userError { _ = try fixture.open() }?.code == .storeAbsent)
        }
        #expect(try fixture.names() == [])
        _ = try fixture.open { $0.startsNewStore = true }
        _ = try fixture.open()
    }

    @Test func aSecondOwnerIsRefusedAndToldWhoIsFirst() throws {
        let first = try fixture.open()
        let error = userError { _ = try fixture.open() }
        #expect(error?.code == .storeBusy)
        #expect(error?.message.contains("pid \(SystemIdentity.processID)") == true)
        #expect(first.isWritable)
    }

    @Test func aDeletedLockFileLetsNobodyIn() throws {
        let first = try fixture.open()
        try fixture.remove("store/lock")
        #expect(userError { _ = try fixture.open() }?.code == .storeBusy)
        #expect(first.isWritable)
    }

    @Test func theLockGoesWithItsOwner() throws {
        for _ in 1...3 { _ = try fixture.open() }
        #expect(try fixture.names().contains("lock"))
    }

    @Test(arguments: [UInt32(0o755), 0o770, 0o701])
    func aStoreOpenToOthersIsRefused(mode: UInt32) throws {
        _ = try fixture.open()
        let before = try fixture.names()
        try fixture.scratch.descriptor.setMode(of: Array("store".utf8), mode)
        let error = userError { _ = try fixture.open() }
        #expect(error?.code == .storeOpen)
        #expect(error?.remedy.hasPrefix("chmod 700 ") == true)
        #expect(try fixture.names() == before)
    }

    @Test func aStoreOfAnotherMachineNeedsATakeOver() throws {
        _ = try fixture.open()
        let error = userError { _ = try fixture.open { $0.machine = "other" } }
        #expect(error?.code == .storeForeign)
        #expect(error?.remedy.contains("--take-over") == true)
        _ = try fixture.open {
            $0.machine = "other"
            $0.takesOver = true
        }
        #expect(userError { _ = try fixture.open() }?.code == .storeForeign)
    }

    @Test func aNewerFormatIsRefusedForOwnerAndReader() throws {
        _ = try fixture.open()
        try fixture.scratch.write("{\"format\": 3, \"what\": []}", to: "store/store.json")
        for error in [
            userError { _ = try fixture.open() },
            userError { _ = try Store.openForReading(fixture.storePath) },
        ] {
            #expect(error?.code == .storeNewer)
            #expect(error?.message == "the store has format 3, this program reads up to 1")
        }
    }

    @Test func somebodysDirectoryIsNotMadeAStore() throws {
        try fixture.scratch.makeDirectories("store")
        try fixture.scratch.descriptor.setMode(of: Array("store".utf8), 0o700)
        try fixture.scratch.write("zip", to: "store/holiday.zip")
        try fixture.scratch.write("text", to: "store/letter.txt")
        let error = userError { _ = try fixture.open() }
        #expect(error?.code == .notAStore)
        #expect(error?.why == "no store.json; 1 zip")
        #expect(try fixture.names() == ["holiday.zip", "letter.txt"])
        #expect(userError { _ = try Store.openForReading(fixture.storePath) }?.code == .notAStore)
    }

    @Test func aFileOrNothingIsNoStoreToRead() throws {
        try fixture.scratch.write("text", to: "store")
        #expect(userError { _ = try fixture.open() }?.code == .notAStore)
        #expect(userError { _ = try Store.openForReading(fixture.storePath) }?.code == .notAStore)
        let missing = fixture.scratch.path.appending(BytePath("nowhere"))
        #expect(userError { _ = try Store.openForReading(missing) }?.why == "it does not exist")
    }

    @Test func aReadOnlyFileSystemIsNamed() throws {
        _ = try fixture.open()
        let error = SyscallFaults.refusing("openat", with: .readOnlyFileSystem, after: 3, times: 1)
        {
            userError { _ = try fixture.open() }
        }
        #expect(error?.code == .readOnly)
        #expect(error?.message == "the store is on a read-only file system")
    }

    @Test func anotherDirectoryAtTheRootBrakesUntilSomebodyAgrees() throws {
        _ = try fixture.open()
        let root = FileIdentity(device: 1, inode: 2)
        var store: Store? = try fixture.open { $0.rootIdentity = root }
        #expect(store?.brakes.map(\.code) == [.rootChanged])
        store = nil
        store = try fixture.open { $0.rootIdentity = root }
        #expect(store?.brakes.map(\.code) == [.rootChanged])
        try store?.releaseBrakes()
        store = nil
        #expect(try fixture.open { $0.rootIdentity = root }.brakes == [])
    }
}

extension FileDescriptor {
    fileprivate borrowing func names() throws -> [[UInt8]] {
        var found = [[UInt8]]()
        try names { name, _ in found.append(name) }
        return found
    }
}
