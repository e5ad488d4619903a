import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotStore

/// Without descriptors or memory every zip looks damaged: that is no damage, and nothing may come of it.
@Suite struct ShortageTests {
    let fixture: StoreFixture
    let store: Store

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
        try fixture.scratch.write([UInt8](repeating: 7, count: 1 << 20), to: "data/large")
        for number in 1...4 { try fixture.saveChanges(store, "text \(number)", in: "a") }
        try store.delete(1)
    }

    private static let calls: [(String, Errno)] = [
        ("openat", .tooManyFiles), ("fcntl", .tooManyFiles), ("pread", .noMemory),
        ("openat", .accessDenied),
    ]

    /// Fails one call after the other, and all that come after it, until none is left to fail.
    private func failing(
        _ call: String, _ errno: Errno, _ body: () throws -> Void
    ) throws -> [UserError] {
        var errors: [UserError] = []
        for passing in 0..<2_000 {
            store.pool.dropAll()
            store.index.forgetAll()
            do {
                try SyscallFaults.refusing(call, with: errno, after: passing, body)
                return errors
            } catch let error as UserError {
                errors.append(error)
            }
        }
        Issue.record("\(call) never went through")
        return errors
    }

    @Test(arguments: 0..<4) func aVerificationFindsNoDamage(_ index: Int) throws {
        let (call, errno) = Self.calls[index]
        let errors = try failing(call, errno) {
            let found = try store.verify(depth: .structure)
            #expect(found.damage == [])
        }
        #expect(errors.count > 3)
        #expect(Set(errors.map(\.code)) == [.ioError])
        #expect(try store.distrustedContents() == [])
        #expect(try store.verify(depth: .everything).damage == [])
    }

    @Test(arguments: 0..<4) func aRepairChangesNothing(_ index: Int) throws {
        let (call, errno) = Self.calls[index]
        let zips = try fixture.names("store")
        let errors = try failing(call, errno) {
            let outcome = try store.repair(RepairOptions()) {}
            #expect(outcome.items == [])
        }
        #expect(Set(errors.map(\.code)) == [.ioError])
        #expect(try fixture.names("store") == zips)
        #expect(store.brakes == [])
    }

    @Test(arguments: 0..<4) func aContentIsNotAbsent(_ index: Int) throws {
        let (call, errno) = Self.calls[index]
        let reading = try Store.openForReading(fixture.storePath)
        let content = try #require(try reading.view(3).entry(at: BytePath("large"))?.content)
        let errors = try failing(call, errno) {
            let store = try Store.openForReading(fixture.storePath)
            var count = 0
            try store.view(3).readContent(content) { count += $0.count }
            #expect(count == 1 << 20)
        }
        #expect(errors.allSatisfy { $0.code == .ioError }, "\(errors.map(\.message))")
    }

    @Test func aListingFailsWhole() throws {
        _ = try failing("openat", .tooManyFiles) { try store.refresh() }
        #expect(store.brakes == [])
        #expect(store.snapshots.map(\.number) == [2, 3, 4])
        #expect(store.snapshots.allSatisfy { $0.damage == nil })
    }

    /// The zips that were read last are held open, and are the first to go.
    @Test func fewDescriptorsAreEnough() throws {
        for number in 2...4 { _ = try store.view(number).directory(at: .root) }
        let damage = try SyscallFaults.refusing("openat", with: .tooManyFiles, after: 0, times: 1) {
            try store.verify(depth: .structure).damage
        }
        #expect(damage == [])
    }
}
