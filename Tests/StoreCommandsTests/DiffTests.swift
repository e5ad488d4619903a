import ControlProtocol
import LinuxSystem
import SnapshotArchive
import SnapshotModel
import SnapshotStore
import StoreCommands
import TestSupport
import Testing

/// `diff` on a real store.
@Suite struct DiffTests {
    /// A change as `kind path`.
    private func words(_ report: DiffReport) -> [String] {
        report.changes.map { change in
            "\(change.kind.rawValue) \(change.fromPath.map { "\($0) -> " } ?? "")\(change.path)"
        }
    }

    @Test func everyKindOfChangeIsTold() throws {
        let fixture = try CommandFixture()
        try fixture.save([
            "edited": "one", "gone": "1234", "moves": "the same bytes", "run.sh": "#!", "same": "s",
            "d/turns": "x",
        ])
        try fixture.save(
            ["edited": "longer", "new": "12", "d/moved": "the same bytes"],
            removing: ["gone", "moves", "d/turns"])
        let directory = try fixture.scratch.descriptor.openBeneath(
            BytePath("data"), [.directory])
        try directory.setMode(of: Array("run.sh".utf8), 0o755)
        try fixture.save(["d/turns/inner": "y"])
        let commands = try fixture.commands()
        let report = try commands.diff("1", "3")
        #expect(
            words(report) == [
                "moved moves -> d/moved", "type d/turns", "added d/turns/inner", "changed edited",
                "removed gone", "added new", "metadata run.sh",
            ])
        #expect(report.from == .snapshot(1))
        #expect(report.to == .snapshot(3))
        #expect(report.summary.added == 2)
        #expect(report.summary.type == 1)
        let metadata = report.changes.last
        #expect(metadata?.fields == [FieldChange(field: "mode", before: "0644", after: "0755")])
        let edited = report.changes.first { $0.path == "edited" }
        #expect(edited?.sizeBefore == 3)
        #expect(edited?.sizeAfter == 6)
    }

    @Test func oneReferenceIsComparedWithTheOneBeforeThatIsLeft() throws {
        let fixture = try CommandFixture()
        for text in ["1", "2", "3"] { try fixture.save(["a\(text)": text]) }
        let commands = try fixture.commands()
        #expect(words(try commands.diff("latest")) == ["added a3"])
        _ = try commands.delete(commands.reference("2"))
        let report = try commands.diff("latest")
        #expect(report.from == .snapshot(1))
        #expect(words(report) == ["added a2", "added a3"])
        let error = failure { () throws(UserError) in try commands.diff("1") }
        #expect(error?.code == .noSnapshot)
    }

    @Test func equalSnapshotsDifferInNothing() throws {
        let fixture = try CommandFixture()
        for _ in 0..<2 { try fixture.save(["d/a": "1"]) }
        #expect(try fixture.commands().diff("1", "2").changes == [])
    }

    @Test func theDirectoryNowIsReadOnlyWhereItMatters() throws {
        let fixture = try CommandFixture()
        try fixture.save([
            "edited": "one", "same": "abc", "touched": "abc", "old": "moves", "disguised": "abc",
        ])
        let data = try FileDescriptor.open(fixture.data, [.readOnly, .directory])
        let name = Array("disguised".utf8)
        let time = try data.status(of: name).modified
        try fixture.scratch.write("abX", to: "data/disguised")
        try data.setTimes(of: name, modified: time)
        try fixture.scratch.write("two", to: "data/edited")
        try fixture.scratch.write("abc", to: "data/touched")
        try fixture.scratch.write("moves", to: "data/new")
        try fixture.remove("old")
        let commands = try fixture.commands()
        let report = try commands.diff("latest", "live", live: TestLiveTree(fixture: fixture))
        #expect(words(report) == ["changed disguised", "changed edited", "moved old -> new"])
        #expect(report.to == .live)
        let offline = failure { () throws(UserError) in try commands.diff("latest", "live") }
        #expect(offline?.code == .agentAbsent)
        let reversed = failure { () throws(UserError) in try commands.diff("live", "1") }
        #expect(reversed?.code == .badRef)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func randomTreesDifferAsTheirListsDo(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fixture = try CommandFixture()
        var states: [[String: String]] = []
        var files: [String: String] = [:]
        for _ in 0..<2 {
            let before = files
            for _ in 0..<40 {
                let path =
                    (0..<Int.random(in: 1...3, using: &random))
                    .map { _ in "d\(Int.random(in: 0..<3, using: &random))" }
                    .joined(separator: "/") + "/f\(Int.random(in: 0..<4, using: &random))"
                files[path] =
                    Bool.random(using: &random)
                    ? "\(path) \(Int.random(in: 0..<3, using: &random))" : nil
            }
            try fixture.save(files, removing: before.keys.filter { files[$0] == nil })
            states.append(files)
        }
        let report = try fixture.commands().diff("1", "2")
        let (old, new) = (states[0], states[1])
        let expected = Set(old.keys).union(new.keys).sorted().compactMap { path -> String? in
            switch (old[path], new[path]) {
            case (nil, .some): "added \(path)"
            case (.some, nil): "removed \(path)"
            case (let before, let after) where before != after: "changed \(path)"
            default: nil
            }
        }
        #expect(Set(words(report)) == Set(expected))
        #expect(words(report).count == expected.count)
    }
}

/// The fixture's directory as it is now, from what `stat` says alone.
struct TestLiveTree: LiveTree {
    let fixture: CommandFixture

    func side(
        comparedWith known: @escaping @Sendable (BytePath) throws -> TreeEntry?
    ) throws(UserError) -> any DiffSide {
        do {
            let directory = try FileDescriptor.open(fixture.data, [.readOnly, .directory])
            let root = try directory.status()
            var entries = [(path: BytePath.root, entry: Self.entry([], root))]
            try directory.names { name, _ in
                entries.append((BytePath(name), Self.entry(name, try directory.status(of: name))))
            }
            return ScannedSide(root: fixture.data, entries: entries, known: known)
        } catch {
            throw UserError(.internal, "\(error)", remedy: "none")
        }
    }

    private static func entry(_ name: [UInt8], _ status: FileStatus) -> TreeEntry {
        var entry = TreeEntry(
            name: name, kind: status.kind, mode: status.mode, uid: status.uid, gid: status.gid,
            modified: status.modified)
        entry.size = status.kind == .file ? status.size : 0
        return entry
    }
}
