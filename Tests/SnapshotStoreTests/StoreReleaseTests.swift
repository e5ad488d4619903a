import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotStore

/// A store that was given up, because the store was opened anew, is only looked at.
@Suite struct StoreReleaseTests {
    let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    @Test func whatIsKnownBeforeAReopeningOverwritesNothing() throws {
        let old = try fixture.open()
        try fixture.save(old, "one")
        try fixture.save(old, "two")
        try old.label(1, "before")
        old.release()
        #expect(old.isReleased)
        let new = try fixture.open()
        try new.setPinned(1, true)
        try new.label(2, "after")
        let refused = [
            userError { try old.brake(.verifyFailed, "it is damaged") },
            userError { try old.label(2, "stale") },
            userError { try old.setPinned(1, false) },
            userError { try old.delete(1) },
            userError { _ = try old.reserveNumber() },
            userError { try old.releaseBrakes() },
            userError { try old.rewriteFiles() },
            userError { try old.compactCatalog() },
        ]
        for error in refused {
            #expect(error?.code == .agentStarting)
            #expect(error?.remedy == "run the same command again")
        }
        // Who looks at it goes on looking.
        #expect(try old.view(1).directory(at: .root).count == 1)
        #expect(try old.knownEntries(of: .root).count == 1)
        new.release()
        let third = try fixture.open()
        #expect(third.snapshots.map(\.isPinned) == [true, false])
        #expect(third.snapshots.map(\.label) == ["before", "after"])
        #expect(third.brakes == [])
    }

    @Test func aPartThatComesTooLateLeavesNoFile() throws {
        let old = try fixture.open()
        let made = try old.makePart()
        old.release()
        var part = Optional(made)
        let error = userError {
            guard let part = part.take() else { return }
            try old.publish(part, objects: [], changes: [], of: 1, scanned: fixture.clock.now)
        }
        #expect(error?.code == .agentStarting)
        #expect(try fixture.names("store/base") == [])
    }

    @Test func damageThatIsFoundTooLateIsForTheNextOne() throws {
        let old = try fixture.open()
        let snapshot = try fixture.save(old, "one two three four five")
        let content = try #require(try old.knownEntries(of: .root).first?.entry.content)
        old.release()
        let new = try fixture.open()
        let name = String(decoding: snapshot.fileName, as: UTF8.self)
        var bytes = try fixture.scratch.read("store/\(name)")
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: "one two".utf8) })
        bytes[start] ^= 1
        let file = try fixture.scratch.descriptor.openBeneath(
            BytePath("store/\(name)"), [.readWrite])
        try file.write(bytes.span, at: 0)
        let found = try old.verify(depth: .everything)
        #expect(found.damage.compactMap(\.damage.digest) == [content])
        #expect(try new.distrustedContents() == [])
        try new.distrust(found)
        #expect(try new.distrustedContents() == [content])
    }
}
