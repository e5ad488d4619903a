import LinuxSystem
import SnapshotArchive
import SnapshotCatalog
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotStore

@Suite struct IncrementalVerificationTests {
    let fixture: StoreFixture
    let store: Store

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
        var random = SeededGenerator(seed: 6)
        try fixture.scratch.makeDirectories("data/d")
        try fixture.scratch.write(random.bytes(3_000), to: "data/d/first")
        try fixture.saveChanges(store)
        try fixture.scratch.write(random.bytes(4_000), to: "data/second")
        try fixture.saveChanges(store)
        try fixture.saveChanges(store, "third", in: "d/third")
    }

    @Test func aWholeStoreIsGoodAndEachObjectIsReadOnce() throws {
        #expect(try store.verify(depth: .structure).damage == [])
        let all = try store.verify(depth: .everything)
        #expect(all.damage == [])
        #expect(all.snapshots == 3)
        #expect(all.trees == 5)
        let sizes = try store.snapshots.map { snapshot in
            try store.view(snapshot.number).archive.entries.reduce(0) { $0 + $1.plain }
        }
        #expect(all.bytesRead == sizes.reduce(0, +))
        #expect(try store.verify(depth: .sample(0)).bytesRead == 0)
        let one = try store.verify(only: 3, depth: .everything)
        #expect(one.snapshots == 1)
        #expect(one.damage == [])
        #expect(one.bytesRead == sizes[2] + 7_000)
        #expect(try Store.openForReading(fixture.storePath).verify(depth: .everything) == all)
    }

    @Test func damageNamesEverySnapshotThatLosesSomething() throws {
        let content = try #require(try store.view(1).entry(at: BytePath("d/first"))?.content)
        let place = try #require(try store.place(of: content))
        try flip(place.zip, at: place.place.offset + 1_000)
        #expect(try store.verify(depth: .structure).damage == [])
        let found = try store.verify(depth: .everything)
        let damage = try #require(found.damage.first)
        #expect(found.damage.count == 1)
        #expect(damage.file == store.snapshots[0].fileName)
        #expect(damage.damage.path == BytePath("d/first"))
        #expect(damage.snapshots == [1, 2, 3])
        #expect(damage.snapshot == 1)
        #expect(damage.otherCopy == nil)
        #expect(try !store.holds(content))
        #expect(try store.distrustedContents() == [content])
        #expect(try store.verify(only: 3, depth: .everything).damage.first?.snapshots == [3])
        // The file is still there: the next snapshot has it again, and the old ones have it back.
        try fixture.saveChanges(store)
        #expect(try store.holds(content))
        let later = try store.verify(depth: .everything)
        #expect(later.damage.first?.otherCopy == 4)
        #expect(try fixture.everything(in: try store.view(1)).count == 3)
    }

    @Test func whatIsInNoZipIsNamedWithoutReadingAnyData() throws {
        let first = store.snapshots[0]
        try fixture.remove("store/\(String(decoding: first.fileName, as: UTF8.self))")
        _ = try store.refresh()
        let found = try store.verify(depth: .structure)
        let damage = try #require(found.damage.first { $0.damage.kind == .content })
        #expect(damage.damage.path == BytePath("d/first"))
        #expect(damage.snapshots == [3])
        #expect(damage.file == store.snapshots[1].fileName)
        // What 2 shows there nobody knows: the listing itself is gone.
        let listing = try #require(found.damage.first { $0.damage.kind == .tree })
        #expect(listing.damage.path == BytePath("d"))
        #expect(listing.snapshots == [2])
    }

    @Test func theZipsInBaseAreExaminedToo() throws {
        try store.delete(1)
        let content = try #require(try store.view(2).entry(at: BytePath("d/first"))?.content)
        let place = try #require(try store.place(of: content))
        #expect(store.place(of: place.zip) == .base)
        #expect(try store.verify(depth: .everything).damage == [])
        try flip(place.zip, at: place.place.offset + 1_000, in: "store/base")
        let damage = try #require(try store.verify(depth: .everything).damage.first)
        #expect(damage.file == place.zip)
        #expect(damage.snapshots == [2, 3])
        #expect(damage.snapshot == 3)
    }

    private func flip(_ zip: [UInt8], at offset: Int64, in folder: String = "store") throws {
        let path = BytePath(folder).appending(zip)
        let file = try fixture.scratch.descriptor.openBeneath(path, [.readWrite])
        let before = try file.readExactly(1, at: offset)
        try file.write([before[0] ^ 4], at: offset)
    }
}
