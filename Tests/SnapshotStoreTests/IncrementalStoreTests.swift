import LinuxSystem
import SnapshotArchive
import SnapshotCatalog
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotStore

/// Snapshots whose zips lean on each other look as if each held everything.
@Suite struct IncrementalStoreTests {
    let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    @Test func aZipHoldsOnlyWhatIsNewAndTheSnapshotShowsAll() throws {
        let store = try fixture.open()
        try fixture.scratch.makeDirectories("data/d")
        try fixture.save(store, "one", in: "d/a")
        try fixture.saveChanges(store, "two", in: "b")
        let third = try fixture.saveChanges(store, "three", in: "d/c")
        #expect(third.record.layout == .incremental)
        #expect(third.fileName.suffix(9).elementsEqual("_3.part.zip".utf8.suffix(9)))
        let view = try store.view(3)
        #expect(try view.archive.contents().count == 1)
        for view in [view, try Store.openForReading(fixture.storePath).view(3)] {
            let all = try fixture.everything(in: view)
            #expect(all[BytePath("d/a")]?.bytes == Array("one".utf8))
            #expect(all[BytePath("b")]?.bytes == Array("two".utf8))
            #expect(all[BytePath("d/c")]?.bytes == Array("three".utf8))
            #expect(all.count == 5)
            #expect(try view.directory(at: BytePath("d")).count == 2)
            #expect(try view.entry(at: BytePath("d/a"))?.size == 3)
            #expect(try view.entry(at: BytePath("d/x")) == nil)
        }
        // What is equal costs nothing, trees included.
        let same = try fixture.saveChanges(store)
        #expect(try store.view(same.number).archive.objects().isEmpty)
        #expect(try fixture.everything(in: try store.view(4)).count == 5)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func randomHistoriesLookAlikeInBothLayouts(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var store: Store? = try fixture.open()
        var history: [Int: [BytePath: StoreFixture.Shown]] = [:]
        for number in 1...10 {
            try fixture.mutateData(&random)
            // A complete snapshot of the same tree is what the incremental one is compared with.
            let whole = try store.map { try fixture.save($0) }
            let expected = try fixture.everything(in: try #require(try store?.view(number * 2 - 1)))
            try whole.map { try discard($0) }
            _ = try store?.refresh()
            let made = try store.map { try fixture.saveChanges($0) }
            history[try #require(made?.number)] = expected
            if number % 4 == 0 {
                store = nil
                if Bool.random(using: &random) { try fixture.removeTree("cache") }
                store = try fixture.open()
            }
        }
        try check(try #require(store), history)
        try check(try Store.openForReading(fixture.storePath), history)
        store = nil
        try fixture.removeTree("cache")
        store = try fixture.open()
        try check(try #require(store), history)
    }

    @Test func anOpenViewSurvivesWhatHappensToTheZips() throws {
        let store = try fixture.open()
        try fixture.scratch.makeDirectories("data/d/e")
        for (number, file) in ["a", "d/b", "d/e/c", "d/e/f"].enumerated() {
            try fixture.saveChanges(store, "content \(number)", in: file)
        }
        let expected = try fixture.everything(in: try store.view(4))
        let reading = try Store.openForReading(fixture.storePath)
        let views = [try store.view(4), try reading.view(4)]
        for number in 1...3 { try store.delete(number) }
        #expect(try fixture.names("store/base").count == 3)
        for view in views { #expect(try fixture.everything(in: view) == expected) }
        let later = [try store.view(4), try reading.view(4)]
        for number in 1...3 { try store.undelete(number) }
        for view in later { #expect(try fixture.everything(in: view) == expected) }
        let name = String(decoding: try store.snapshot(1).fileName, as: UTF8.self)
        try fixture.move("store/\(name)", to: "store/expired/\(name)")
        _ = try store.refresh()
        #expect(try fixture.everything(in: try store.view(4)) == expected)
        #expect(try fixture.everything(in: try store.view(1)).count == 4)
    }

    @Test func objectsOfAZipRemovedByHandAreStoredAgain() throws {
        let store = try fixture.open()
        try fixture.saveChanges(store, "one", in: "a")
        try fixture.saveChanges(store, "two", in: "b")
        let content = try #require(try store.view(1).entry(at: BytePath("a"))?.content)
        try fixture.remove("store/\(String(decoding: store.snapshots[0].fileName, as: UTF8.self))")
        #expect(try store.forgetVanished() == [1])
        #expect(try !store.holds(content))
        #expect(try store.distrustedContents().contains(content))
        let view = try store.view(2)
        #expect(userError { try view.readContent(content) { _ in } }?.code == .damaged)
        try fixture.saveChanges(store)
        #expect(try store.holds(content))
        #expect(try fixture.everything(in: view)[BytePath("a")]?.bytes == Array("one".utf8))
    }

    @Test func otherZipsGiveANewPlaceToWhatLosesItsOwn() throws {
        let store = try fixture.open()
        try fixture.scratch.write("gone soon", to: "data/old")
        try fixture.save(store, "kept", in: "a")
        try fixture.save(store)
        try fixture.remove("data/old")
        try fixture.saveChanges(store, "new", in: "b")
        let view = try store.view(2)
        let old = try #require(try view.entry(at: BytePath("old"))?.content)
        #expect(try store.place(of: old)?.zip == store.snapshots[0].fileName)
        // Not the newest zip has it, which is all that complete snapshots would need.
        try fixture.remove("store/\(String(decoding: store.snapshots[0].fileName, as: UTF8.self))")
        try store.forgetVanished()
        #expect(try store.place(of: old)?.zip == store.snapshots[0].fileName)
        #expect(store.snapshots.map(\.number) == [2, 3])
        #expect(try store.distrustedContents().isEmpty)
    }

    private func discard(_ snapshot: StoredSnapshot) throws {
        try fixture.remove("store/\(String(decoding: snapshot.fileName, as: UTF8.self))")
    }

    private func check(
        _ store: Store, _ history: [Int: [BytePath: StoreFixture.Shown]]
    ) throws {
        #expect(store.snapshots.map(\.number) == history.keys.sorted())
        for (number, expected) in history {
            let isEqual = try fixture.everything(in: try store.view(number)) == expected
            #expect(isEqual, "snapshot \(number)")
        }
    }
}
