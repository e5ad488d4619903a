import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotStore

/// Who reads a store and meets damage has it judged; what is no damage is none afterwards either.
@Suite struct DamageMetTests {
    let fixture: StoreFixture
    let store: Store

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
        for number in 1...3 { try fixture.saveChanges(store, "text \(number)", in: "a") }
    }

    private func content(_ number: Int) throws -> Digest {
        try #require(try store.view(number).entry(at: BytePath("a"))?.content)
    }

    private func read(_ number: Int) throws {
        try store.view(number).readContent(try content(number)) { _ in }
    }

    private func examine() throws -> StoreVerification? {
        try store.examineSuspects(JobProgress())
    }

    @Test func damagedContentIsFoundByWhoReadsIt() throws {
        let met = Monitor(0)
        store.onDamage { met.update { $0 += 1 } }
        try read(2)
        #expect(try examine() == nil)
        try fixture.damage("a", in: try store.snapshot(2), of: store)
        #expect(userError { try read(2) }?.code == .damaged)
        #expect(met.read { $0 } == 1)
        let found = try #require(try examine())
        #expect(found.damage.map(\.file) == [try store.snapshot(2).fileName])
        #expect(found.damage.map(\.damage.path) == [BytePath("a")])
        #expect(try examine() == nil)
        // It is as damaged as before.
        #expect(userError { try read(2) }?.code == .damaged)
        #expect(try examine()?.damage.count == 1)
    }

    /// Another zip has what was read, but the damaged one is known.
    @Test func aCopyThatHelpsHidesNothing() throws {
        try fixture.saveChanges(store, "other", in: "b")
        let digest = try content(2)
        try fixture.damage("a", in: try store.snapshot(2), of: store)
        store.pool.damage.meet(.object(digest))
        #expect(try examine()?.damage.count == 1)
    }

    @Test func aZipThatCannotBeOpenedIsJudged() throws {
        let snapshot = try store.snapshot(2)
        let bytes = try fixture.scratch.read(fixture.path(of: snapshot))
        try fixture.scratch.write(
            Array(bytes.prefix(bytes.count / 2)), to: fixture.path(of: snapshot))
        #expect(userError { _ = try store.view(2) }?.code == .damaged)
        let found = try #require(try examine())
        #expect(found.damage.contains { $0.file == snapshot.fileName })
    }

    /// Without descriptors everything looks damaged; nothing is to be judged then.
    @Test(arguments: [Errno.tooManyFiles, .accessDenied]) func aShortageIsNoDamage(
        _ errno: Errno
    ) throws {
        let digest = try content(2)
        for passing in 0..<40 {
            store.pool.dropAll()
            store.index.forgetAll()
            try? SyscallFaults.refusing("openat", with: errno, after: passing) {
                try store.view(2).readContent(digest) { _ in }
            }
        }
        #expect(try examine() == nil)
        #expect(store.brakes == [])
    }

    /// The judgement itself fails for want of descriptors: it is passed later.
    @Test func whatCannotBeJudgedIsJudgedLater() throws {
        try fixture.damage("a", in: try store.snapshot(2), of: store)
        #expect(userError { try read(2) }?.code == .damaged)
        store.pool.dropAll()
        let error = userError {
            try SyscallFaults.refusing("openat", with: .tooManyFiles, after: 0) {
                _ = try examine()
            }
        }
        #expect(error?.code == .ioError)
        #expect(try examine()?.damage.count == 1)
    }

    @Test func whatWasJustPrunedIsNoDamage() throws {
        let view = try store.view(1)
        let digest = try content(1)
        try store.delete(1)
        fixture.clock.advance(hours: 25)
        #expect(try store.purge() == [1])
        _ = try store.sweep(.now, progress: JobProgress())
        store.pool.dropAll()
        // Its own zip is open: what others held of it may be gone.
        try? view.readContent(digest) { _ in }
        #expect(userError { try store.objects.readContent(digest) { _ in } }?.code == .damaged)
        #expect(try examine()?.damage == [])
        // And nobody asks for it a second time.
        #expect(userError { try store.objects.readContent(digest) { _ in } }?.code == .damaged)
        #expect(try examine() == nil)
    }
}
