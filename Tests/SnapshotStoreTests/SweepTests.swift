import LinuxSystem
import SnapshotArchive
import SnapshotCatalog
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotStore

/// What nothing needs goes, what something needs is carried.
@Suite struct SweepTests {
    let fixture: StoreFixture

    /// Three snapshots: the first holds a large file that is gone since, and a small one that all have.
    init() throws {
        fixture = try StoreFixture()
        let store = try fixture.open()
        try fixture.scratch.makeDirectories("data/d")
        try fixture.scratch.write(noise(200_000), to: "data/d/large")
        try fixture.scratch.write(noise(3_000), to: "data/d/small")
        try fixture.saveChanges(store)
        try fixture.remove("data/d/large")
        try fixture.saveChanges(store)
        try fixture.saveChanges(store, "three", in: "d/new")
    }

    private func noise(_ count: Int) -> [UInt8] {
        var random = SeededGenerator(seed: UInt64(count))
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    /// Deletes a snapshot and lets its time of grace pass.
    private func bury(_ numbers: Int..., in store: Store) throws {
        for number in numbers { try store.delete(number) }
        fixture.clock.advance(hours: 25)
        #expect(try store.purge() == numbers)
    }

    @Test func whatIsNeededIsCarriedAndTheRestGoes() throws {
        var store: Store? = try fixture.open()
        let before = try fixture.everything(in: try #require(try store?.view(3)))
        try bury(1, in: try #require(store))
        let outcome = try #require(try store?.sweep(.now))
        #expect(outcome.removed == 1)
        #expect(outcome.freed > 200_000)
        #expect(outcome.carried >= 1)
        #expect(outcome.written > 0)
        #expect(outcome.damaged == 0)
        let names = try fixture.names("store/base")
        #expect(names.count == 1)
        #expect(names[0].hasSuffix(".content.zip"))
        #expect(try fixture.everything(in: try #require(try store?.view(3))) == before)
        #expect(try #require(try store?.sweep(.now)) == SweepOutcome())
        for losesCatalog in [false, true] {
            store = nil
            if losesCatalog { try fixture.removeTree("cache") }
            store = try fixture.open()
            #expect(store?.foreignFiles == [])
            #expect(try fixture.everything(in: try #require(try store?.view(3))) == before)
            #expect(try #require(store).objects.has(try content("d/small")))
        }
        let offline = try Store.openForReading(fixture.storePath)
        #expect(try fixture.everything(in: try offline.view(2)).count == 3)
    }

    @Test func whatNothingNeedsGoesEvenWithNothingFree() throws {
        let store = try fixture.open()
        try fixture.scratch.write(noise(3_001), to: "data/d/small")
        try fixture.saveChanges(store)
        try bury(1, 2, 3, in: store)
        try SyscallFaults.refusing("O_TMPFILE", with: .noSpace) {
            let outcome = try store.sweep(.now)
            #expect(outcome.removed >= 1)
            #expect(outcome.carried == 0)
        }
        #expect(try fixture.everything(in: try store.view(4)).count == 4)
    }

    @Test func aSnapshotInItsGraceKeepsWhatItNeeds() throws {
        let store = try fixture.open()
        try store.delete(1)
        let before = try fixture.everything(in: try store.view(1))
        #expect(try store.sweep(.now).removed == 0)
        #expect(try store.undelete(1).place == .main)
        #expect(try fixture.everything(in: try store.view(1)) == before)
    }

    @Test func theBrakeAndTheFirstHourHoldEverything() throws {
        var store: Store? = try fixture.open()
        try bury(1, in: try #require(store))
        store = nil
        store = try fixture.open()
        let early = try #require(try store?.sweep(SweepOptions()))
        #expect(early.isTooSoon)
        #expect(early.removed == 0)
        try store?.brake(.verifyFailed, "2 files are damaged")
        let braked = try #require(try store?.sweep(.now))
        #expect(braked.brake?.code == .verifyFailed)
        #expect(try fixture.names("store/base").count == 1)
        try store?.releaseBrakes()
        #expect(try #require(try store?.sweep(.now)).removed == 1)
    }

    @Test func aSnapshotBeingMadeMayLeanOnWhatIsAboutToGo() throws {
        let store = try fixture.open()
        try bury(1, in: store)
        let done = Monitor<Result<SweepOutcome, UserError>?>(nil)
        let fixture = fixture
        let large = noise(200_000)
        let made = try store.whileBuilding {
            // The large file comes back, and the store is asked whether it has it.
            try fixture.scratch.write(large, to: "data/d/large")
            #expect(try store.place(of: try content("d/large")) != nil)
            try Thread.detach(name: "sweep") {
                let result = Result { () throws(UserError) in try store.sweep(.now) }
                done.update { $0 = result }
            }
            // The sweep gets as far as it can: its content zip, but nothing removed.
            #expect(
                try poll { try fixture.names("store/base").count == 2 })
            #expect(done.read { $0 == nil })
            return try fixture.saveChanges(store)
        }
        let outcome = try #require(
            done.wait(until: MonotonicInstant.now + .seconds(30)) { $0 }
        ).get()
        #expect(outcome.removed == 0)
        let all = try fixture.everything(in: try store.view(made.number))
        #expect(all[BytePath("d/large")]?.bytes == large)
        #expect(try store.view(made.number).archive.contents().isEmpty)
    }

    @Test func whatIsDamagedKeepsItsZip() throws {
        let store = try fixture.open()
        try bury(1, in: store)
        let name = try #require(try fixture.names("store/base").first)
        let place = try #require(try store.place(of: try content("d/small")))
        var bytes = try fixture.scratch.read("store/base/\(name)")
        bytes[Int(place.place.offset) + 300] ^= 1
        let file = try fixture.scratch.descriptor.openBeneath(
            BytePath("store/base/\(name)"), [.readWrite])
        try file.write(bytes, at: 0)
        _ = try store.refresh()
        let outcome = try store.sweep(.now)
        #expect(outcome.damaged == 1)
        #expect(outcome.removed == 0)
        #expect(try fixture.names("store/base").contains(name))
    }

    @Test(
        arguments: [
            "renameat2", "fdatasync", "fsync", "unlinkat", "linkat", "pwrite", "O_TMPFILE",
            "copy_file_range",
        ], [0, 1, 3])
    func aSweepCutShortLosesNothing(call: String, after: Int) throws {
        var store: Store? = try fixture.open()
        let before = try fixture.everything(in: try #require(try store?.view(3)))
        try bury(1, in: try #require(store))
        _ = SyscallFaults.refusing(call, with: .io, after: after) {
            userError { _ = try store?.sweep(.now) }
        }
        #expect(try fixture.everything(in: try #require(try store?.view(3))) == before)
        store = nil
        store = try fixture.open()
        #expect(store?.brakes == [])
        #expect(store?.foreignFiles == [])
        #expect(try fixture.everything(in: try #require(try store?.view(3))) == before)
        fixture.clock.advance(hours: 25)
        for _ in 1...2 { _ = try store?.sweep(.now) }
        #expect(try fixture.names("store/base").count == 1)
        #expect(try fixture.names("store/base")[0].hasSuffix(".content.zip"))
        #expect(try fixture.everything(in: try #require(try store?.view(3))) == before)
    }

    private func content(_ file: String) throws -> Digest {
        SHA256.digest(of: try fixture.scratch.read("data/\(file)"))
    }
}
