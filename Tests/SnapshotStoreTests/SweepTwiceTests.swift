import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotStore

/// A sweep leaves nothing for the next one to do.
@Suite struct SweepTwiceTests {
    private let fixture: StoreFixture
    private let thorough: SweepOptions

    init() throws {
        fixture = try StoreFixture()
        var options = SweepOptions.now
        options.isThorough = true
        thorough = options
    }

    /// The zips of the store with what the file system says of them.
    private func zips() throws -> [String: FileStatus] {
        var found: [String: FileStatus] = [:]
        for folder in ["store", "store/base", "store/expired"] {
            for name in try fixture.names(folder) where name.hasSuffix(".zip") {
                let path = "\(folder)/\(name)"
                found[path] = try fixture.scratch.descriptor.openBeneath(
                    BytePath(path), [.pathOnly]
                ).status()
            }
        }
        return found
    }

    private func expectSecondDoesNothing(_ store: Store, _ comment: Comment) throws {
        let before = try zips()
        let outcome = try store.sweep(thorough)
        #expect(try zips() == before, comment)
        #expect(outcome.carried == 0 && outcome.written == 0 && outcome.removed == 0, comment)
    }

    @Test(arguments: 1...3) func aHistoryAtRandom(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let store = try fixture.open()
        for round in 1...8 {
            try fixture.mutateData(&random)
            if Int.random(in: 0..<5, using: &random) == 0 {
                try fixture.save(store)
            } else {
                try fixture.saveChanges(store)
            }
            if Bool.random(using: &random),
                let gone = store.snapshots.dropLast().randomElement(using: &random)
            {
                try store.delete(gone.number)
            }
            fixture.clock.advance(hours: Int64.random(in: 1...30, using: &random))
            if Bool.random(using: &random) { _ = try store.purge() }
            guard round % 4 == 0 else { continue }
            let shown = try store.snapshots.map {
                try fixture.everything(in: try store.view($0.number))
            }
            _ = try store.sweep(thorough)
            try expectSecondDoesNothing(store, "seed \(seed), round \(round)")
            #expect(
                try store.snapshots.map { try fixture.everything(in: try store.view($0.number)) }
                    == shown)
        }
    }

    /// What is damaged keeps its zip, which is not packed smaller again and again.
    @Test func aZipWithADamagedContent() throws {
        let store = try fixture.open()
        try fixture.scratch.write(String(repeating: "whole words ", count: 500), to: "data/whole")
        try fixture.scratch.write(String(repeating: "other words ", count: 500), to: "data/bad")
        try fixture.saveChanges(store)
        try fixture.saveChanges(store, "second", in: "own")
        try fixture.damage("bad", in: store.snapshots[0], of: store)
        #expect(try store.sweep(thorough).damaged == 1)
        for hours: Int64 in [0, 100, 1_000] {
            fixture.clock.advance(hours: hours)
            try expectSecondDoesNothing(store, "\(hours) hours later")
        }
    }
}
