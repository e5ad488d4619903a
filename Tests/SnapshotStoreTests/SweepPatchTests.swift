import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotStore

/// Versions of a large file lean on each other; what a patch changes is as needed as the patch.
@Suite struct SweepPatchTests {
    let fixture: StoreFixture

    /// Three versions of a file, each a patch over the one before but the first, and one that has none.
    init() throws {
        fixture = try StoreFixture()
        let store = try fixture.open()
        try fixture.scratch.makeDirectories("data/d")
        var random = SeededGenerator(seed: 5)
        var bytes = (0..<1_500_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        for number in 1...3 {
            bytes[number * 100_000] ^= 0x55
            try fixture.scratch.write(bytes, to: "data/d/large")
            // Most of what the first zip holds is not needed for long.
            try fixture.scratch.write(
                [UInt8](repeating: UInt8(number), count: 10), to: "data/d/small")
            try fixture.saveChanges(store)
        }
    }

    private func forms(of folder: String) throws -> Set<ObjectForm> {
        var found: Set<ObjectForm> = []
        for name in try fixture.names(folder) where name.hasSuffix(".zip") {
            let file = try fixture.scratch.descriptor.openBeneath(
                BytePath("\(folder)/\(name)"), [])
            let zip = try ArchiveReader.openForObjects(file, path: BytePath(name))
            found.formUnion(try zip.objects().map(\.place.form))
        }
        return found
    }

    @Test(arguments: [false, true]) func patchesAndWhatTheyChangeAreCarried(packs: Bool) throws {
        var store: Store? = try fixture.open()
        let before = try fixture.everything(in: try #require(try store?.view(3)))
        #expect(try forms(of: "store").contains(.patch))
        for number in 1...2 { try store?.delete(number) }
        fixture.clock.advance(hours: 25)
        #expect(try store?.purge() == [1, 2])
        var options = SweepOptions.now
        options.isThorough = true
        options.recompresses = packs
        let outcome = try #require(try store?.sweep(options))
        #expect(outcome.removed == 2)
        #expect(outcome.damaged == 0)
        #expect(try forms(of: "store/base").isSuperset(of: [.patch, .entry]))
        #expect(try fixture.everything(in: try #require(try store?.view(3))) == before)
        for losesCatalog in [false, true] {
            store = nil
            if losesCatalog { try fixture.removeTree("cache") }
            store = try fixture.open()
            #expect(try fixture.everything(in: try #require(try store?.view(3))) == before)
        }
        #expect(try #require(try store?.sweep(options)).removed == 0)
        let offline = try Store.openForReading(fixture.storePath)
        #expect(try fixture.everything(in: try offline.view(3)) == before)
    }
}
