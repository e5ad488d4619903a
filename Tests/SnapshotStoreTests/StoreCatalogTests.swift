import LinuxSystem
import SnapshotArchive
import SnapshotCatalog
import SnapshotModel
import SnapshotStore
import TestSupport
import Testing

@Suite struct StoreCatalogTests {
    let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    /// All that a catalog knows, without the state of inodes.
    struct Knowledge: Equatable {
        var live: [BytePath: [TreeEntry]] = [:]
        var history: [[TreeEntry]] = []
        var snapshots: [CatalogSnapshot] = []
        var contents = 0

        init(of store: Store) throws {
            self = try store.withCatalog { catalog in try Knowledge(catalog) }
        }

        private init(_ catalog: Catalog) throws {
            var live: [BytePath: [TreeEntry]] = [:]
            try catalog.walk { path, entries in live[path] = entries.map(\.entry) }
            self.live = live
            snapshots = try catalog.snapshots()
            history = try snapshots.map { try catalog.entries(of: .root, in: $0.number) }
            contents = try catalog.objectCount()
        }
    }

    @Test func aDeletedCatalogIsMadeAnewAndEqual() throws {
        var store: Store? = try fixture.open()
        try fillStore(try #require(store))
        let before = try Knowledge(of: try #require(store))
        #expect(before.live.count == 3)
        #expect(before.history.map(\.count) == [1, 2, 2, 2])
        store = nil
        try fixture.removeTree("cache")
        store = try fixture.open()
        #expect(try Knowledge(of: try #require(store)) == before)
    }

    @Test(arguments: ["noise", "empty", "other store", "newer"])
    func aDamagedCatalogIsMadeAnewWithoutAWord(damage: String) throws {
        var store: Store? = try fixture.open()
        try fillStore(try #require(store))
        let before = try Knowledge(of: try #require(store))
        let uuid = try #require(store?.uuid)
        store = nil
        let file = "cache/\(uuid)/catalog.sqlite"
        for name in try fixture.names("cache/\(uuid)") {
            try fixture.remove("cache/\(uuid)/\(name)")
        }
        let path = fixture.scratch.path.appending(BytePath(file))
        switch damage {
        case "noise": try fixture.scratch.write([UInt8](repeating: 7, count: 99_999), to: file)
        case "empty": try fixture.scratch.write([UInt8](), to: file)
        case "other store": _ = try Catalog(path: path, store: "another")
        default:
            try fixture.scratch.write("SQLite format 3\u{0}", to: file)
        }
        store = try fixture.open()
        #expect(try Knowledge(of: try #require(store)) == before)
        #expect(store?.catalogTrouble == nil)
    }

    @Test func aCatalogThatBreaksInUseIsMadeAnew() throws {
        let store = try fixture.open()
        try fillStore(store)
        let before = try Knowledge(of: store)
        struct Trouble: Error {}
        var isFirst = true
        let known = try store.withCatalog { catalog in
            if isFirst {
                isFirst = false
                throw Trouble()
            }
            return try catalog.entries(of: .root)
        }
        #expect(known.count == 2)
        #expect(try Knowledge(of: store) == before)
    }

    @Test func aCacheThatCannotBeWrittenIsReplacedByMemory() throws {
        try fixture.scratch.write("in the way", to: "cache")
        let store = try fixture.open()
        try fillStore(store)
        #expect(store.catalogTrouble != nil)
        #expect(try Knowledge(of: store).snapshots.count == 4)
    }

    @Test func aCatalogBehindTakesOverOnlyWhatIsNew() throws {
        var store: Store? = try fixture.open()
        try fixture.save(try #require(store), "one")
        let identity = KnownIdentity(
            device: 1, inode: 2, changed: FileTime(seconds: 3, nanoseconds: 4))
        try store?.withCatalog { catalog in
            try catalog.refresh([(BytePath("a"), identity)])
        }
        let uuid = try #require(store?.uuid)
        store = nil
        let cache = fixture.scratch.path.appending(BytePath("cache-before"))
        try copy("cache/\(uuid)", to: "cache-before/\(uuid)")
        store = try fixture.open()
        try fixture.save(try #require(store), "two", in: "b")
        store = nil
        store = try fixture.open { $0.places.cache = cache }
        #expect(try store?.knownEntries(of: .root).map(\.identity) == [identity, nil])
        #expect(try Knowledge(of: try #require(store)).snapshots.map(\.number) == [1, 2])
    }

    @Test func afterTheNewestIsDeletedTheOneBeforeIsWhatScansCompareWith() throws {
        let store = try fixture.open()
        try fixture.save(store, "one")
        let before = try Knowledge(of: store)
        try fixture.save(store, "changed", isPartial: true)
        #expect(try Knowledge(of: store) != before)
        try store.delete(2)
        #expect(try Knowledge(of: store) == before)
        try store.undelete(2)
        #expect(try Knowledge(of: store).snapshots.map(\.number) == [1, 2])
        try store.delete(2)
        try fixture.save(store, "again")
        try store.undelete(2)
        let all = try Knowledge(of: store)
        #expect(all.snapshots.map(\.number) == [1, 2, 3])
        #expect(all.history.map { $0[0].size } == [3, 7, 5])
    }

    @Test func changesToAStateThatIsGoneAreNotTakenOver() throws {
        let store = try fixture.open()
        try fixture.save(store, "one")
        try fixture.save(store, "changed", isPartial: true)
        let generation = store.catalogGeneration
        let written = try fixture.write(store)
        try store.delete(2)
        #expect(store.catalogGeneration != generation)
        let record = written.snapshot.record
        // The scan found nothing changed since 2, but 1 is what the catalog now has.
        _ = try store.publish(
            written.takeFile(), record: record, changes: [],
            generation: generation)
        #expect(try store.knownEntries(of: .root).map(\.entry.size) == [7])
        #expect(try Knowledge(of: store).history.map { $0[0].size } == [3, 7])
    }

    @Test func changesSinceASnapshotRemovedByHandAreFoundInTheZip() throws {
        let store = try fixture.open()
        try fixture.save(store, "one")
        let second = try fixture.save(store, "changed")
        let generation = store.catalogGeneration
        let written = try fixture.write(store)
        try fixture.remove("store/\(String(decoding: second.fileName, as: UTF8.self))")
        let record = written.snapshot.record
        let published = try store.publish(
            written.takeFile(), record: record, changes: [],
            generation: generation)
        #expect(published.vanished == [2])
        #expect(try Knowledge(of: store).history.map { $0[0].size } == [3, 7])
    }

    @Test func whatOnlyGoneSnapshotsShowLeavesTheCatalogInTime() throws {
        let store = try fixture.open()
        for number in 1...10 { try fixture.save(store, "\(number)") }
        for number in 1...9 { try store.delete(number) }
        fixture.clock.advance(hours: 30)
        #expect(try store.purge() == Array(1...9))
        let knowledge = try Knowledge(of: store)
        #expect(knowledge.snapshots.map(\.number) == [10])
        #expect(knowledge.history.map(\.count) == [1])
        #expect(try store.withCatalog { try $0.entries(of: .root, in: 5) } == [])
    }

    @Test func contentsMoveToTheNewestZipWhenTheirsExpires() throws {
        let store = try fixture.open()
        try fixture.save(store, "same")
        let second = try fixture.save(store, "other", in: "b")
        let content = try #require(try store.knownEntries(of: .root).first?.entry.content)
        #expect(try store.place(of: content)?.zip != second.fileName)
        try store.delete(1)
        let place = try #require(try store.place(of: content))
        #expect(place.zip == second.fileName)
        let view = try store.view(2)
        #expect(try view.archive.contents()[content]?.headerOffset == place.place.offset)
    }

    @Test func changesGivenAndChangesFoundAreEqual() throws {
        let store = try fixture.open()
        try fixture.save(store, "one")
        try fixture.scratch.write("two", to: "data/d/b")
        let written = try fixture.write(store)
        let items = written.snapshot.items
        let paths = [BytePath.root, BytePath("a"), BytePath("d"), BytePath("d/b")]
        let changes = zip(paths, items).compactMap { path, item in
            item.map { CatalogChange.put(KnownEntry(entry: $0, identity: nil), at: path) }
        }
        let record = written.snapshot.record
        _ = try store.publish(
            written.takeFile(), record: record, changes: changes)
        let given = try Knowledge(of: store)
        try store.withCatalog { catalog in _ = try catalog.forget(zip: [0]) }
        struct Trouble: Error {}
        var isFirst = true
        try store.withCatalog { _ in
            guard isFirst else { return }
            isFirst = false
            throw Trouble()
        }
        #expect(try Knowledge(of: store) == given)
    }

    private func fillStore(_ store: Store) throws {
        try fixture.save(store, "one")
        try fixture.save(store, "two", in: "d/e/f")
        try fixture.save(store, "three")
        try fixture.remove("data/d/e/f")
        try fixture.save(store)
    }

    private func copy(_ folder: String, to copy: String) throws {
        for name in try fixture.names(folder) {
            try fixture.scratch.write(
                try fixture.scratch.read("\(folder)/\(name)"), to: "\(copy)/\(name)")
        }
    }
}
