import ControlProtocol
import LinuxSystem
import SnapshotArchive
import SnapshotModel
import SnapshotStore
import StoreCommands
import TestSupport
import Testing

/// `versions` on a real store, once by the catalog and once by the trees alone.
@Suite struct HistoryTests {
    /// A version as `first..last event`, with where it came from and what became of it.
    static func words(_ report: VersionsReport) -> [String] {
        report.versions.map { version in
            let range = version.first.map { "\($0)..\(version.last ?? 0)" } ?? "live"
            let place = version.path == report.path ? "" : " as \(version.path)"
            let from = version.movedFrom.map { " from \($0)" } ?? ""
            let gone = version.gone.map { " gone \($0)" } ?? ""
            let to = version.movedTo.map { " to \($0)" } ?? ""
            return range + " " + version.event.rawValue + place + from + gone + to
        }
    }

    /// What both ways of looking say, which must be the same.
    private func versions(
        _ fixture: CommandFixture, _ path: String, in directory: BytePath? = nil
    ) throws -> [String] {
        let online = try fixture.commands(at: directory).versions(path)
        let offline = try fixture.offlineCommands(at: directory).versions(path)
        #expect(online == offline, "\(path)")
        return Self.words(online)
    }

    @Test func eachChangeOfContentIsAVersion() throws {
        let fixture = try CommandFixture()
        try fixture.save(["a": "one", "b": ""])
        try fixture.save(["b": "x"])
        try fixture.save(["a": "two"])
        try fixture.save(["b": "y"])
        #expect(try versions(fixture, "a") == ["1..2 added", "3..4 changed"])
        #expect(try versions(fixture, "b") == ["1..1 added", "2..3 changed", "4..4 changed"])
        #expect(try versions(fixture, ".").count == 4)
    }

    @Test func aPathThatWentAndCameBackHasAGap() throws {
        let fixture = try CommandFixture()
        try fixture.save(["b": "x"])
        try fixture.save(["a": "one"])
        try fixture.save(removing: ["a"])
        try fixture.save(["b": "y"])
        try fixture.save(["a": "one"])
        #expect(try versions(fixture, "a") == ["2..2 added gone 3", "5..5 added"])
    }

    @Test func aMoveIsFollowedBothWays() throws {
        let fixture = try CommandFixture()
        try fixture.save(["draft/notes": "one", "b": "x"])
        try fixture.save(["draft/notes": "the second text"])
        try fixture.save(["notes": "the second text"], removing: ["draft/notes"])
        try fixture.save(["notes": "the third"])
        #expect(
            try versions(fixture, "notes") == [
                "1..1 added as draft/notes", "2..2 changed as draft/notes",
                "3..3 moved from draft/notes", "4..4 changed",
            ])
        #expect(
            try versions(fixture, "draft/notes") == [
                "1..1 added", "2..2 changed gone 3 to notes",
            ])
    }

    @Test func whatADirectoryTookAlongMoved() throws {
        let fixture = try CommandFixture()
        try fixture.save(["old/deep/a": "", "old/deep/b": "bytes", "c": "x"])
        let data = try fixture.scratch.descriptor.openBeneath(BytePath("data"), [.directory])
        try data.rename(Array("old".utf8), to: data, Array("new".utf8), replacing: false)
        try fixture.save()
        #expect(
            try versions(fixture, "new/deep/a") == [
                "1..1 added as old/deep/a", "2..2 moved from old/deep/a",
            ])
        #expect(
            try versions(fixture, "new") == ["1..1 added as old", "2..2 moved from old"])
        #expect(try versions(fixture, "old/deep/b") == ["1..1 added gone 2 to new/deep/b"])
    }

    @Test func anEmptyFileOrDirectoryHasNoFormerPath() throws {
        let fixture = try CommandFixture()
        try fixture.save(["a": "", "x": "y"])
        try fixture.save(["b": ""], removing: ["a"])
        #expect(try versions(fixture, "b") == ["2..2 added"])
    }

    @Test func metadataAloneMakesAVersionAndATimeDoesNot() throws {
        let fixture = try CommandFixture()
        try fixture.save(["a": "one"])
        try fixture.save(["a": "one"])
        let data = try fixture.scratch.descriptor.openBeneath(BytePath("data"), [.directory])
        try data.setMode(of: Array("a".utf8), 0o600)
        try fixture.save()
        #expect(try versions(fixture, "a") == ["1..2 added", "3..3 metadata"])
        let item = try fixture.commands().versions("a").versions[1]
        #expect(item.fields == [FieldChange(field: "mode", before: "0644", after: "0600")])
    }

    @Test func anotherKindOfThingIsAVersionAndEndsWhatWasBelow() throws {
        let fixture = try CommandFixture()
        try fixture.save(["d/inner": "x", "c": "y"])
        try fixture.remove("d/inner")
        try fixture.scratch.descriptor.openBeneath(BytePath("data"), [.directory])
            .remove(Array("d".utf8), directory: true)
        try fixture.save(["d": "a file"])
        #expect(try versions(fixture, "d") == ["1..1 added", "2..2 type"])
        #expect(try versions(fixture, "d/inner") == ["1..1 added gone 2"])
    }

    @Test func onlyKeptSnapshotsCount() throws {
        let fixture = try CommandFixture()
        for text in ["1", "2", "3", "4"] {
            try fixture.save(["a": "text \(text)", "b\(text)": text])
        }
        let commands = try fixture.commands()
        _ = try commands.delete(commands.reference("2"))
        #expect(try versions(fixture, "a") == ["1..1 added", "3..3 changed", "4..4 changed"])
        #expect(try versions(fixture, "b2") == ["3..4 added"])
        _ = try commands.delete(commands.reference("1"))
        #expect(try versions(fixture, "a") == ["3..3 present", "4..4 changed"])
        #expect(try versions(fixture, "b4") == ["4..4 added"])
        _ = try commands.undelete(commands.reference("1"))
        #expect(try versions(fixture, "a") == ["1..1 added", "3..3 changed", "4..4 changed"])
    }

    @Test func pathsAreReadAsEverywhere() throws {
        let fixture = try CommandFixture()
        try fixture.save(["d/a": "one", "a": "x"])
        let inside = fixture.data.appending(Array("d".utf8))
        #expect(try versions(fixture, "d/../d/a") == ["1..1 added"])
        #expect(try fixture.commands(at: inside).versions("a").path == "d/a")
        #expect(try fixture.commands(at: inside).versions("../a").path == "a")
        let absolute = String(decoding: inside.bytes, as: UTF8.self)
        #expect(try fixture.commands().versions(absolute + "/a").path == "d/a")
        #expect(try versions(fixture, absolute) == ["1..1 added"])
        let commands = try fixture.commands()
        let outside = failure { () throws(UserError) in try commands.versions("/etc/passwd") }
        #expect(outside?.code == .noPath)
    }

    @Test func namesAreBytes() throws {
        let fixture = try CommandFixture()
        let name: [UInt8] = [0x66, 0xFF, 0x0A]
        let data = try fixture.scratch.descriptor.openBeneath(BytePath("data"), [.directory])
        try data.open(name, [.writeOnly, .create], mode: 0o644).write([1, 2], at: 0)
        try fixture.save()
        let parameters = VersionsParameters(
            scope: try fixture.commands().scope, path: WireBytes(name))
        let report = try fixture.commands().versions(parameters)
        #expect(report.bytePath == BytePath(name))
        #expect(report.versions.map(\.size) == [2])
        #expect(try fixture.offlineCommands().versions(parameters) == report)
    }

    @Test func aPathThatNeverWasIsNamed() throws {
        let fixture = try CommandFixture()
        try fixture.save(["notes.txt": "one"])
        let commands = try fixture.commands()
        let error = failure { () throws(UserError) in try commands.versions("nots.txt") }
        #expect(error?.code == .noPath)
        #expect(error?.message == "no snapshot of documents has nots.txt")
        #expect(error?.near == ["notes.txt"])
    }

    @Test func theDirectoryAsItIsNowIsToldApart() throws {
        let fixture = try CommandFixture()
        try fixture.save(["a": "one", "gone": "x"])
        try fixture.save(["a": "two"], removing: ["gone"])
        let commands = try fixture.commands()
        func live(
            _ path: String, _ now: TreeEntry?, holding isSame: Bool? = true
        ) throws -> VersionsReport {
            try commands.versions(
                VersionsParameters(scope: commands.scope, path: WireBytes(path)),
                live: { _ in now }, holds: { _, _ in isSame })
        }
        let saved = try #require(
            try fixture.store.view(2).entry(at: BytePath("a")))
        #expect(try live("a", saved).versions.map(\.live) == [false, true])
        // The time was set back, or nobody can read it.
        #expect(try live("a", saved, holding: false).versions.map(\.live) == [false, false, true])
        #expect(try live("a", saved, holding: nil).versions.map(\.live) == [false, nil])
        var newer = saved
        newer.size = 99
        let report = try live("a", newer)
        #expect(Self.words(report) == ["1..1 added", "2..2 changed", "live unsaved"])
        #expect(report.versions.map(\.live) == [false, false, true])
        #expect(try live("gone", nil).versions.map(\.live) == [false])
        #expect(Self.words(try live("never", newer)) == ["live unsaved"])
    }

    @Test func whatCannotBeReadIsNamedAndTheRestTold() throws {
        let fixture = try CommandFixture()
        try fixture.save(["d/a": "one"])
        try fixture.save(["d/a": "two"])
        try fixture.save(["d/b": "three"])
        try damageTrees(of: 2, in: fixture)
        let report = try fixture.offlineCommands().versions("d/a")
        #expect(report.unreadable == [2])
        #expect(Self.words(report) == ["1..1 added", "3..3 changed"])
    }

    /// Turns bits of every tree that a snapshot's zip holds.
    private func damageTrees(of number: Int, in fixture: CommandFixture) throws {
        let file = try FileDescriptor.open(try fixture.store.snapshot(number).path, .readWrite)
        var bytes = try file.readAll(atMost: 1 << 20)
        for object in try fixture.store.view(number).archive.objects()
        where object.place.form == .tree {
            bytes[Int(object.place.offset) + Int(object.place.packed) / 2] ^= 0x55
        }
        try file.write(bytes, at: 0)
    }
}
