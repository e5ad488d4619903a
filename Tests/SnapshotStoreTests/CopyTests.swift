import LinuxSystem
import SnapshotArchive
import SnapshotCatalog
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotStore

/// As long as one zip has a whole copy of what is asked for, it is had.
@Suite struct CopyTests {
    let fixture: StoreFixture
    let store: Store

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
        var random = SeededGenerator(seed: 5)
        try fixture.scratch.makeDirectories("data/d")
        try fixture.scratch.write(random.bytes(2_000), to: "data/d/small")
        try fixture.scratch.write(random.bytes(2_500_000), to: "data/large")
        try fixture.save(store)
        try fixture.save(store)
        try fixture.saveChanges(store, "new", in: "other")
    }

    @Test func aDamagedCopyIsReplacedByAnotherAndKnownFromThenOn() throws {
        let expected = try fixture.everything(in: try store.view(2))
        let view = try store.view(3)
        let small = try #require(try view.entry(at: BytePath("d/small"))?.content)
        let tree = try #require(try view.entry(at: BytePath("d"))?.tree)
        for object in [small, tree] {
            let place = try #require(try store.place(of: object))
            #expect(place.zip == store.snapshots[0].fileName)
            try flip(place)
        }
        for store in [store, try Store.openForReading(fixture.storePath)] {
            let view = try store.view(3)
            #expect(try view.directory(at: BytePath("d")).count == 1)
            var bytes = [UInt8]()
            try view.readContent(small) { bytes.append($0) }
            #expect(bytes == expected[BytePath("d/small")]?.bytes)
        }
        for object in [small, tree] {
            #expect(try store.place(of: object)?.zip == store.snapshots[1].fileName)
            #expect(try store.distrustedContents().contains(object))
        }
        try fixture.save(store)
        #expect(try store.distrustedContents().isEmpty)
    }

    @Test(arguments: [false, true])
    func aLargeContentIsHadAfterADamagedCopyWasReadFirst(isPatched: Bool) throws {
        if isPatched {
            for number in 1...3 {
                var bytes = try fixture.scratch.read("data/large")
                bytes[500_000 * number] ^= 1
                try fixture.scratch.write(bytes, to: "data/large")
                try fixture.saveChanges(store)
            }
        }
        let expected = try fixture.scratch.read("data/large")
        let number = try #require(store.newest).number
        let content = try #require(
            try store.view(number).entry(at: BytePath("large"))?.content)
        let top = try #require(try store.place(of: content))
        #expect((top.place.form == .patch) == isPatched)
        let original = try #require(try store.view(1).entry(at: BytePath("large"))?.content)
        try flip(try #require(try store.place(of: original)))
        for store in [store, try Store.openForReading(fixture.storePath)] {
            let view = try store.view(number)
            var bytes = [UInt8]()
            let error = userError { try view.readContent(content) { bytes.append($0) } }
            if error != nil {
                // What was handed out was wrong, and told at the end; from now on it is known.
                #expect(error?.code == .damaged)
                bytes = []
                try view.readContent(content) { bytes.append($0) }
            }
            let isWhole = bytes == expected
            #expect(isWhole)
        }
        #expect(try store.place(of: original)?.zip == store.snapshots[1].fileName)
        if isPatched { #expect(try store.place(of: content) == top) }
        #expect(try store.distrustedContents() == [original])
    }

    @Test func whatNoZipHasWholeIsAnError() throws {
        let view = try store.view(3)
        let small = try #require(try view.entry(at: BytePath("d/small"))?.content)
        for snapshot in store.snapshots.prefix(2) {
            let archive = try store.view(snapshot.number).archive
            let place = try #require(try archive.place(of: small))
            try flip(
                CatalogObject(PlacedObject(digest: small, place: place), in: snapshot.fileName))
        }
        var count = 0
        let error = userError { try view.readContent(small) { count += $0.count } }
        #expect(error?.code == .damaged)
        #expect(count == 0)
        #expect(error?.message.contains("_1.zip") == true)
    }

    @Test func anUnreadableOwnListingOfPiecesIsNoObstacle() throws {
        let view = try store.view(2)
        let expected = try fixture.everything(in: view)
        let entry = try #require(
            view.archive.entries.first { $0.name == Array(".snapagent/extents".utf8) })
        let name = store.snapshots[1].fileName
        try flip(name, at: entry.headerOffset + Int64(entry.localHeaderCount) + entry.packed / 2)
        #expect(try fixture.everything(in: try store.view(2)) == expected)
    }

    private func flip(_ place: CatalogObject) throws {
        let skipped: Int64 = place.place.form == .entry ? 100 : 0
        try flip(place.zip, at: place.place.offset + skipped + place.place.packed / 2)
    }

    private func flip(_ zip: [UInt8], at offset: Int64) throws {
        let path = BytePath("store").appending(zip)
        let file = try fixture.scratch.descriptor.openBeneath(path, [.readWrite])
        let before = try file.readExactly(1, at: offset)
        try file.write([before[0] ^ 4], at: offset)
    }
}
