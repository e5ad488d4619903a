import LinuxSystem
import SnapshotArchive
import SnapshotModel
import SnapshotStore
import TestSupport
import Testing

@Suite struct StoreVerificationTests {
    let fixture: StoreFixture
    let store: Store

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
        try fixture.save(store, "shared by both snapshots", in: "kept")
        try fixture.save(store, "only in the second", in: "own")
    }

    @Test func aWholeStoreIsGood() throws {
        let quick = try store.verify(depth: .structure)
        #expect(quick.snapshots == 2)
        #expect(quick.bytesRead == 0)
        #expect(quick.damage == [])
        let slow = try store.verify(depth: .everything)
        #expect(slow.damage == [])
        #expect(slow.bytesRead > 60)
        #expect(try Store.openForReading(fixture.storePath).verify(depth: .everything) == slow)
    }

    @Test func aFlippedBitIsFoundWithItsOtherCopy() throws {
        let second = store.snapshots[1]
        let contents = try store.view(2).archive.contents()
        for (path, copy) in [("kept", 1), ("own", nil)] {
            let digest = try #require(try store.view(2).entry(at: BytePath(path))?.content)
            let entry = try #require(contents[digest])
            try flip(second, at: entry.headerOffset + Int64(entry.localHeaderCount))
            let found = try store.verify(depth: .everything)
            let damage = try #require(found.damage.first { $0.damage.digest == digest })
            #expect(damage.snapshot == 2)
            #expect(damage.file == second.fileName)
            #expect(damage.damage.path == BytePath(path))
            #expect(damage.otherCopy == copy)
            #expect(found.damagedZips == 1)
            try flip(second, at: entry.headerOffset + Int64(entry.localHeaderCount))
        }
        #expect(try store.verify(depth: .everything).damage == [])
    }

    @Test func aZipThatIsGoneOrNoiseIsNamed() throws {
        let first = store.snapshots[0]
        try fixture.scratch.write(
            [UInt8](repeating: 1, count: 500),
            to: "store/\(String(decoding: first.fileName, as: UTF8.self))")
        let found = try store.verify(depth: .structure)
        #expect(found.damage.map(\.snapshot) == [1])
        #expect(found.damage.first?.damage.kind == .structure)
        try fixture.remove("store/\(String(decoding: first.fileName, as: UTF8.self))")
        #expect(try store.verify(depth: .structure).damage.map(\.snapshot) == [1])
    }

    @Test func aCancelledExaminationStops() throws {
        let progress = JobProgress()
        progress.cancel()
        #expect(
            userError { _ = try store.verify(depth: .everything, progress: progress) }?.code
                == .interrupted)
    }

    private func flip(_ snapshot: StoredSnapshot, at offset: Int64) throws {
        let path = "store/\(String(decoding: snapshot.fileName, as: UTF8.self))"
        let file = try fixture.scratch.descriptor.openBeneath(BytePath(path), [.readWrite])
        let before = try file.readExactly(1, at: offset)
        try file.write([before[0] ^ 4], at: offset)
    }
}
