import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotStore

/// Whatever is expired, taken back, purged, swept, lost or cut short: what is kept stays as it was.
@Suite struct RemovalHistoryTests {
    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func whatIsKeptStaysAsItWas(seed: UInt64) throws {
        var history = try RemovalHistory(seed: seed)
        for _ in 1...16 { try history.step() }
        try history.finish()
    }
}

/// A store with a random history, and what each of its snapshots showed when it was taken.
private struct RemovalHistory {
    private let fixture: StoreFixture
    private var store: Store
    private var random: SeededGenerator
    private var taken: [Int: [BytePath: StoreFixture.Shown]] = [:]
    /// Whether somebody emptied `expired/`, so that what is in its grace may lack something.
    private var isGraceHurt = false
    private var log: [String] = []

    init(seed: UInt64) throws {
        fixture = try StoreFixture()
        random = SeededGenerator(seed: seed)
        store = try fixture.open()
        for _ in 1...3 { try save() }
    }

    mutating func step() throws {
        let action = Int.random(in: 0..<16, using: &random)
        log.append("\(action)")
        switch action {
        case 0...3: try save()
        case 4...6:
            try interrupted { history in
                guard let number = history.pick(history.store.snapshots) else { return }
                _ = try? history.store.delete(number)
            }
        case 7: try undelete()
        case 8: try pin()
        case 9...10:
            fixture.clock.advance(hours: Int64.random(in: 1...30, using: &random))
            try interrupted { history in _ = try history.store.purge() }
        case 11...13:
            try interrupted { history in
                var options = SweepOptions.now
                options.isThorough = Bool.random(using: &history.random)
                let damaged = try history.store.sweep(options).damaged
                #expect(damaged == 0)
            }
        case 14:
            while try store.makeRoom() {}
            isGraceHurt = true
        default: try reopen(losingCatalog: Bool.random(using: &random))
        }
        try check()
    }

    /// Lets everything expire that may, and looks whether what nothing needs is gone after two sweeps.
    mutating func finish() throws {
        for snapshot in store.snapshots.dropLast(2) where !snapshot.isPinned {
            try store.delete(snapshot.number)
        }
        try reopen(losingCatalog: true)
        fixture.clock.advance(hours: 25)
        _ = try store.purge()
        var options = SweepOptions.now
        options.isThorough = true
        for _ in 1...2 { _ = try store.sweep(options) }
        #expect(store.expiredSnapshots == [])
        try check()
        var needed = NeededObjects()
        var held: [String: [PlacedObject]] = [:]
        for folder in ["store", "store/base", "store/expired"] {
            for name in try fixture.names(folder) where name.hasSuffix(".zip") {
                let file = try fixture.scratch.descriptor.openBeneath(
                    BytePath("\(folder)/\(name)"), [])
                let objects = try ArchiveReader.openForObjects(file, path: BytePath(name)).objects()
                for object in objects {
                    guard let base = object.place.base else { continue }
                    needed.note(patch: object.digest, of: base)
                }
                if folder != "store" { held[name] = objects }
            }
        }
        for snapshot in store.snapshots {
            let view = try store.view(snapshot.number)
            try needed.add(
                root: try #require(view.record.rootTree), isKept: true, progress: JobProgress()
            ) { tree throws(UserError) in try view.objects.treeObject(tree) }
        }
        for (name, objects) in held {
            let needless = objects.count { !needed.contains($0.digest) }
            #expect(needless == 0, "\(name), \(log)")
        }
    }

    private mutating func save() throws {
        try fixture.mutateData(&random)
        fixture.clock.advance(hours: 1)
        let isComplete = Int.random(in: 0..<4, using: &random) == 0
        let made =
            isComplete ? try fixture.save(store) : try fixture.saveChanges(store)
        taken[made.number] = try fixture.everything(in: try store.view(made.number))
    }

    private mutating func undelete() throws {
        guard let number = pick(store.expiredSnapshots) else { return }
        let error = userError { try store.undelete(number) }
        // Only what somebody threw away may be missing.
        if !isGraceHurt { #expect(try store.snapshot(number).lost.isEmpty, "\(log)") }
        #expect(error == nil || isGraceHurt, "\(log)")
        if error == nil, try store.snapshot(number).lost.isEmpty {
            let shown = try fixture.everything(in: try store.view(number))
            #expect(shown == taken[number], "\(number), \(log)")
        }
    }

    private mutating func pin() throws {
        guard let number = pick(store.snapshots) else { return }
        try store.setPinned(number, Bool.random(using: &random))
    }

    private mutating func pick(_ snapshots: [StoredSnapshot]) -> Int? {
        snapshots.randomElement(using: &random)?.number
    }

    /// Does something that fails at a random place in half of the cases, after which the store is opened anew.
    private mutating func interrupted(_ body: (inout RemovalHistory) throws -> Void) throws {
        guard Bool.random(using: &random) else { return try body(&self) }
        let calls = [
            "renameat2", "fdatasync", "fsync", "unlinkat", "linkat", "pwrite", "O_TMPFILE",
        ]
        let call = calls.randomElement(using: &random) ?? "fsync"
        let after = Int.random(in: 0..<8, using: &random)
        log.append("\(call) \(after)")
        SyscallFaults.refusing(call, with: .io, after: after) {
            _ = userError { try body(&self) }
        }
        try reopen(losingCatalog: Int.random(in: 0..<3, using: &random) == 0)
    }

    private mutating func reopen(losingCatalog: Bool) throws {
        store.release()
        if losingCatalog { try? fixture.removeTree("cache") }
        store = try fixture.open()
        #expect(store.brakes == [], "\(log)")
        #expect(store.foreignFiles == [], "\(log)")
    }

    private func check() throws {
        let shown = store.snapshots + (isGraceHurt ? [] : store.expiredSnapshots)
        for snapshot in shown {
            let view = try store.view(snapshot.number)
            let all = try fixture.everything(in: view)
            #expect(all == taken[snapshot.number], "\(snapshot.number), \(log)")
        }
    }
}
