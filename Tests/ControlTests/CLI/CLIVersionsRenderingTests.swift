import ControlProtocol
import SnapshotModel
import Testing

@testable import ControlCLI

/// `versions` as people see it.
@Suite struct CLIVersionsRenderingTests {
    private static func version(
        _ first: Int?, _ last: Int?, _ event: VersionEvent, _ time: String, _ size: Int64,
        path: String = "notes.txt", type: EntryType = .file, missing: MissingReason? = nil,
        fields: [FieldChange] = [], gone: Int? = nil, movedTo: String? = nil, live: Bool? = nil
    ) throws -> VersionItem {
        VersionItem(
            first: first, last: last, event: event, path: BytePath(path), type: type, size: size,
            mtime: try CLIFixtures.moment(time), missing: missing, fields: fields, gone: gone,
            movedTo: movedTo.map { BytePath($0) }, live: live)
    }

    private static func report(_ versions: [VersionItem]) -> VersionsReport {
        VersionsReport(dataset: "documents", path: BytePath("notes.txt"), versions: versions)
    }

    private static func moved() throws -> [VersionItem] {
        [
            try version(9, 11, .added, "2026-09-28 09:12:00", 1229, path: "draft/notes.txt"),
            try version(12, 41, .moved, "2026-10-02 17:40:00", 1843),
            try version(42, 42, .changed, "2026-11-30 11:14:00", 2150, live: false),
            try version(nil, nil, .unsaved, "2026-11-30 13:38:00", 2253, live: true),
        ]
    }

    private static func rendering(
        _ versions: [VersionItem], _ screen: Screen, options: String = "",
        typed: String = "notes.txt"
    ) throws -> (answer: String, conversation: String) {
        let rendering = VersionsRendering(
            report: report(versions), screen: screen, context: try CLIFixtures.context(),
            typed: .init(path: Array(typed.utf8), options: options)
        ).rendering
        return (
            CLIFixtures.text(rendering.answer, screen),
            CLIFixtures.text(rendering.conversation, screen)
        )
    }

    @Test func aTerminalGetsHeadingsAndTheWayBack() throws {
        let shown = try Self.rendering(Self.moved(), CLIFixtures.terminal(80))
        #expect(
            shown.answer == """
                IN      CHANGED           AGE      SIZE  WHAT
                9..11   2026-09-28 09:12  2mo   1.2 KiB  new, as draft/notes.txt
                12..41  2026-10-02 17:40   8w   1.8 KiB  moved here
                42      2026-11-30 11:14   2h   2.1 KiB  changed
                live    2026-11-30 13:38   2m   2.2 KiB  not saved yet

                """)
        #expect(shown.conversation == "snapctl restore 42 notes.txt --in-place\n")
    }

    @Test func aPipeGetsTheRowsAlone() throws {
        let shown = try Self.rendering(Self.moved(), .pipe)
        #expect(shown.answer.split(separator: "\n").count == 4)
        #expect(shown.answer.hasPrefix("9..11   2026-09-28 09:12  2mo   1.2 KiB  new, as draft"))
        #expect(shown.conversation == "")
    }

    @Test func theAgeGoesFirstThenTheTime() throws {
        let versions = try Self.moved()
        #expect(try !Self.rendering(versions, CLIFixtures.terminal(60)).answer.contains("AGE"))
        let narrow = try Self.rendering(versions, CLIFixtures.terminal(48)).answer
        #expect(!narrow.contains("CHANGED") && narrow.contains("\n9..11    1.2 KiB  new, as"))
    }

    @Test func whatBecameOfAPathIsSaid() throws {
        let mode = FieldChange(field: "mode", before: "0644", after: "0755")
        let shown = try Self.rendering(
            [
                Self.version(3, 3, .present, "2026-11-30 10:00:00", 5, missing: .unreadable),
                Self.version(4, 4, .metadata, "2026-11-30 10:00:00", 5, fields: [mode]),
                Self.version(
                    5, 6, .type, "2026-11-30 10:00:00", 0, type: .directory, gone: 7,
                    movedTo: "old/notes.txt"),
                Self.version(9, 9, .added, "2026-11-30 10:00:00", 7, gone: 10),
            ], CLIFixtures.terminal(100), options: " --dataset documents")
        let rows = shown.answer.split(separator: "\n").dropFirst()
        #expect(
            rows.map { $0.dropFirst(39) } == [
                "already there, content not saved", "mode 0644 -> 0755",
                "became a directory, moved to old/notes.txt in 7", "new, gone in 10",
            ])
        #expect(
            shown.conversation == "snapctl restore 9 notes.txt --in-place --dataset documents\n")
    }

    @Test func theWayBackIsToAnotherStateThanThePresentOne() throws {
        let versions = try Self.moved().dropLast()
        let screen = CLIFixtures.terminal(80)
        var saved = Array(versions)
        saved[2].live = true
        #expect(
            try Self.rendering(saved, screen).conversation
                == "snapctl restore 41 notes.txt --in-place\n")
        saved.remove(at: 1)
        #expect(
            try Self.rendering(saved, screen).conversation
                == "snapctl restore 11:draft/notes.txt --in-place\n")
        #expect(try Self.rendering(Array(saved.suffix(1)), screen).conversation == "")
        saved = Array(versions)
        #expect(
            try Self.rendering(saved, screen, typed: "-x").conversation
                == "snapctl restore 42 ./-x --in-place\n")
    }

    @Test func oddNamesStayOnOneLine() throws {
        for name in CLIFixtures.oddNames {
            var item = try Self.version(1, 1, .added, "2026-11-30 10:00:00", 5, gone: 2)
            item.path = String(decoding: name, as: UTF8.self)
            let shown = try Self.rendering([item], CLIFixtures.terminal(80))
            #expect(shown.answer.split(separator: "\n").count == 2)
            #expect(!shown.answer.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        }
    }

    @Test func findShowsWhereEachPathWasSeen() throws {
        let screen = CLIFixtures.terminal(80)
        let report = FindReport(
            dataset: "documents", pattern: Array("*.csv".utf8),
            matches: [
                FindMatch(
                    path: BytePath("old/list.csv"), type: .file, first: 12, last: 41,
                    lastSeen: try CLIFixtures.moment("2026-11-30 11:02:40"), size: 4096)
            ])
        let finding = FindRendering(
            report: report, isDeleted: true, screen: screen, context: try CLIFixtures.context())
        #expect(
            CLIFixtures.text(finding.rendering.answer, screen) == """
                IN      LAST SEEN         AGE      SIZE  PATH
                12..41  2026-11-30 11:02   2h   4.0 KiB  old/list.csv

                """)
        #expect(
            CLIFixtures.text(finding.rendering.conversation, screen)
                == "snapctl restore 41:old/list.csv --in-place\n")
        #expect(finding.rawPaths == Array("old/list.csv".utf8) + [0])
    }
}
