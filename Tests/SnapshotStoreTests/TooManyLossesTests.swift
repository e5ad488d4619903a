import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotStore

/// Losses that are too many to be noted change nothing of what is noted.
@Suite struct TooManyLossesTests {
    let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    @Test func theStoreGoesOn() throws {
        let store = try fixture.open()
        try fixture.save(store, "one")
        let object = SHA256.digest(of: Array("lost".utf8))
        let losses = (0...Store.mostLosses).map { index in
            LostItem(path: BytePath("\(index)"), object: object, isListing: false)
        }
        #expect(userError { try store.mark([1: losses]) }?.code == .damaged)
        try store.setPinned(1, true)
        #expect(try fixture.scratch.read("store/annotations.json").count < 4096)
        store.release()
        let again = try fixture.open()
        #expect(again.snapshots.map(\.isPinned) == [true])
        #expect(again.snapshots.map(\.lost) == [[]])
    }

    @Test func theyAreCountedInBytesToo() throws {
        var notes = Annotations()
        notes.update("id", number: 1) { note in
            note.lost = (1...9).map { index in
                LostItem(
                    path: BytePath("\(index)"), object: SHA256.digest(of: []), isListing: false)
            }
        }
        try Store.checkLosses(in: notes)
        #expect(userError { try Store.checkLosses(in: notes, atMost: 500) }?.code == .damaged)
    }
}
