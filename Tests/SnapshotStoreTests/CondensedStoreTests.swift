import LinuxSystem
import SnapshotCatalog
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotArchive
@testable import SnapshotStore

/// Condensed files in a store: patches over each other, verification, export.
@Suite struct CondensedStoreTests {
    private static let size: Int64 = 2 << 40
    private static let path = BytePath("vm.img")

    let fixture: StoreFixture
    let store: Store

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
        var random = SeededGenerator(seed: 21)
        try fixture.scratch.writeSparse(
            "data/vm.img", size: Self.size, [1 << 40: random.bytes(3 << 20)])
        try fixture.scratch.writeSparse("data/hole", size: Self.size)
        try fixture.saveChanges(store)
    }

    private func expectShown(_ number: Int, _ picture: SparsePicture) throws {
        for source in [store, try Store.openForReading(fixture.storePath)] {
            let view = try source.view(number)
            let entry = try #require(try view.entry(at: Self.path))
            #expect(entry.isCondensed)
            #expect(entry.size == picture.size)
            let data = picture.data.sorted { $0.key < $1.key }
            #expect(
                entry.dataRanges
                    == data.map { DataRange(offset: $0.key, count: Int64($0.value.count)) })
            var bytes = [UInt8]()
            try view.readContent(try #require(entry.content)) { bytes.append($0) }
            #expect(bytes == data.flatMap(\.value))
        }
    }

    @Test func aChangedBlockIsAPatch() throws {
        let first = try fixture.scratch.sparsePicture("data/vm.img")
        try fixture.scratch.writeSparse(
            "data/vm.img", size: Self.size, [(1 << 40) + 70_000: [1, 2, 3]])
        let second = try fixture.scratch.sparsePicture("data/vm.img")
        try fixture.saveChanges(store)
        // A block that is new, in front of all others.
        try fixture.scratch.writeSparse("data/vm.img", size: Self.size + 9, [4096: [4, 5, 6]])
        let third = try fixture.scratch.sparsePicture("data/vm.img")
        try fixture.saveChanges(store)
        for number in [2, 3] {
            let view = try store.view(number)
            let content = try #require(try view.entry(at: Self.path)?.content)
            #expect(try store.place(of: content)?.place.form == .patch)
            #expect(view.archive.fileStatus.size < 64 << 10)
        }
        for (number, picture) in [(1, first), (2, second), (3, third)] {
            try expectShown(number, picture)
        }
        let report = try store.verify(depth: .everything)
        #expect(report.damage == [])
        #expect(report.bytesRead < 16 << 20)
    }

    @Test func whatBecomesCondensedIsStoredWhole() throws {
        let size: Int64 = (1 << 30) + (2 << 20)
        var random = SeededGenerator(seed: 22)
        try fixture.scratch.writeSparse("data/f", size: size, [0: random.bytes(3 << 20)])
        try fixture.saveChanges(store)
        let before = try #require(try store.view(2).entry(at: BytePath("f")))
        #expect(!before.isCondensed)
        try fixture.scratch.writeSparse("data/f", size: size + (2 << 20))
        try fixture.saveChanges(store)
        let after = try #require(try store.view(3).entry(at: BytePath("f")))
        #expect(after.isCondensed)
        #expect(try store.place(of: try #require(after.content))?.place.form == .entry)
    }

    @Test func damageIsNamedByItsPath() throws {
        let content = try #require(try store.view(1).entry(at: Self.path)?.content)
        let place = try #require(try store.place(of: content))
        let zip = fixture.storePath.appending(BytePath(place.zip))
        let file = try FileDescriptor.open(zip, .readWrite)
        let middle = place.place.offset + place.place.packed / 2
        try file.write([try file.readExactly(1, at: middle)[0] ^ 1], at: middle)
        let damage = try store.verify(depth: .everything).damage
        #expect(damage.map(\.damage.path) == [Self.path])
    }

    @Test func anExportHoldsTheDataAlone() throws {
        let path = fixture.scratch.path.appending(BytePath("all.zip"))
        let file = try FileDescriptor.open(path, [.create, .readWrite])
        let view = try store.view(1)
        let export = SnapshotExport(view.record, from: view.objects, progress: JobProgress())
        try export.prepare { _, error in error }
        var bytes = [UInt8]()
        let size = try export.write { bytes += $0 }
        try file.write(bytes, at: 0)
        #expect(size < 4 << 20)
        let reader = try ArchiveReader.open(try FileDescriptor.open(path, .readOnly), path: path)
        try ForeignCheck.check(reader)
        #expect(try reader.check(readData: true) == [])
        #expect(reader.record.rootTree == view.record.rootTree)
        #expect(reader.entries.count { $0.name.starts(with: OwnName.odd) } == 2)
        let list = try runProgram(["unzip", "-tq", String(decoding: path.bytes, as: UTF8.self)])
        #expect(list.status == 0 && list.errors.isEmpty, "\(list.output)\(list.errors)")
    }
}
