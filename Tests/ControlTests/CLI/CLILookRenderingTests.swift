import ControlProtocol
import SnapshotModel
import Testing

@testable import ControlCLI

/// `list`, `show`, `ls` and `diff` as people see them.
@Suite struct CLILookRenderingTests {
    private static func listReport() throws -> ListReport {
        ListReport(
            dataset: "documents",
            snapshots: [
                try CLIFixtures.item(
                    17, "2026-11-16 09:00:00", .startup, bytes: 87_136_666, added: 2, changed: 9,
                    pinned: true),
                try CLIFixtures.item(38, "2026-11-29 18:22:00", bytes: 87_975_526, changed: 3),
                try CLIFixtures.item(
                    40, "2026-11-30 10:47:00", .manual, bytes: 87_975_526, label: "before tax",
                    pinned: true),
                try CLIFixtures.item(
                    41, "2026-11-30 11:02:40", added: 1, moved: 1, metadata: 1, missing: 2),
                try CLIFixtures.item(42, "2026-11-30 11:15:04", changed: 1, removed: 1),
            ],
            datasets: [
                ListedDataset(
                    dataset: "documents", root: "/home/me/Documents", snapshots: 41, tooLarge: 1)
            ])
    }

    private static func list(
        _ report: ListReport, _ screen: Screen, isLong: Bool = false
    ) throws -> String {
        let rendering = ListRendering(
            report: RowsReport(report), isLong: isLong, screen: screen,
            context: try CLIFixtures.context()
        ).rendering
        return CLIFixtures.text(rendering.answer, screen)
    }

    @Test func listOnATerminalOf80Columns() throws {
        #expect(
            try Self.list(Self.listReport(), CLIFixtures.terminal(80)) == """
                documents: /home/me/Documents, 41 snapshots, 1 too large, times in Asia/Seoul
                NO  TIME              AGE  REASON       SIZE  CHANGES   NOTES
                17  2026-11-16 09:00   2w  startup  83.1 MiB  +2 ~9     [pinned]
                38  2026-11-29 18:22  19h  change   83.9 MiB  ~3
                40  2026-11-30 10:47   2h  manual   83.9 MiB  none      [pinned] before tax
                41  2026-11-30 11:02   2h  change   84.0 MiB  +1 >1 =1  [2 missing]
                42  2026-11-30 11:15   2h  change   84.0 MiB  ~1 -1

                """)
    }

    @Test func filesShowFrom82ColumnsOn() throws {
        let report = try Self.listReport()
        #expect(try Self.list(report, CLIFixtures.terminal(82)).contains("FILES"))
        #expect(try !Self.list(report, CLIFixtures.terminal(81)).contains("FILES"))
    }

    @Test func listOnATerminalOf60Columns() throws {
        var report = try Self.listReport()
        report.datasets[0].tooLarge = 0
        report.snapshots = [
            try CLIFixtures.item(
                37, "2026-11-29 17:58:00", changed: 1, expires: "2026-11-30 17:58:00"),
            try CLIFixtures.item(
                39, "2027-03-02 08:00:00", changed: 2, flags: [.future, .damaged]),
            report.snapshots[2], report.snapshots[3],
        ]
        #expect(
            try Self.list(report, CLIFixtures.terminal(60)) == """
                documents: /home/me/Documents, 41 snapshots, Asia/Seoul
                NO  TIME              CHANGES   NOTES
                37  2026-11-29 17:58  ~1        [expired, gone in 4h]
                39  2027-03-02 08:00  ~2        [future] [damaged]
                40  2026-11-30 10:47  none      [pinned] before tax
                41  2026-11-30 11:02  +1 >1 =1  [2 missing]

                """)
    }

    @Test func aPipeGetsRowsOnlyAndTheDatasetOfEach() throws {
        var report = try Self.listReport()
        report.datasets.append(
            ListedDataset(dataset: "photos", root: "/srv/photos", snapshots: 1, tooLarge: 0))
        report.snapshots = [
            report.snapshots[4],
            try CLIFixtures.item(
                12, "2026-11-30 10:21:33", .timer, bytes: 65_712_999_629, files: 8120, added: 31,
                label: "사진 정리", dataset: "photos"),
        ]
        #expect(
            try Self.list(report, .pipe, isLong: true) == """
                documents  42  2026-11-30 11:15:04 +09:00  2h  change  complete  1203  84.0 MiB  \
                40.1 KiB  0.2s  ~1 -1
                photos     12  2026-11-30 10:21:33 +09:00  3h  timer   complete  8120  61.2 GiB  \
                40.1 KiB  0.2s  +31    사진 정리

                """)
        #expect(try Self.list(report, .pipe).split(separator: "\n").count == 2)
    }

    @Test func anEmptyListIsSaidOnStandardError() throws {
        var report = try Self.listReport()
        report.snapshots = []
        let context = try CLIFixtures.context()
        let filtered = ListRendering(
            report: RowsReport(report), isLong: false, screen: .pipe, context: context)
        #expect(filtered.rendering.answer == [])
        #expect(
            filtered.rendering.conversation.map(\.text)
                == ["documents: none of its 41 snapshots match"])
        report.datasets[0].snapshots = 0
        report.datasets[0].underWay = ProgressReport(
            phase: "writing", files: 62, filesTotal: 100, bytes: 0)
        let empty = ListRendering(
            report: RowsReport(report), isLong: false, screen: .pipe, context: context)
        #expect(
            empty.rendering.conversation.map(\.text)
                == ["documents: no snapshots yet; snapshot 1 is 62% done"])
    }

    @Test(arguments: [40, 60, 80, 100, 120, 200])
    func noListIsWiderThanTheScreen(columns: Int) throws {
        var report = try Self.listReport()
        report.snapshots += try CLIFixtures.oddNames.enumerated().map { position, name in
            try CLIFixtures.item(
                100 + position, "2026-11-30 11:15:04", .beforeRestore, added: 12345,
                missing: 3, label: String(decoding: name, as: UTF8.self), pinned: true)
        }
        let text = try Self.list(report, CLIFixtures.terminal(columns))
        for row in text.split(separator: "\n") {
            #expect(CellWidth.of(String(row)) <= columns, "\(row)")
        }
    }

    @Test func showPutsALabelBeforeEachValue() throws {
        let item = try CLIFixtures.item(
            41, "2026-11-30 11:02:40", files: 1204, added: 1, moved: 1, metadata: 1, missing: 2)
        let report = ShowReport(
            dataset: "documents",
            snapshot: ShownSnapshot(
                item: item, root: BytePath("/home/me/Documents"), directories: 96,
                missingItems: [
                    MissingReport(
                        path: BytePath("private/key.pem"), reason: .unreadable,
                        detail: "permission denied"),
                    MissingReport(
                        path: BytePath("log/app.log"), reason: .torn,
                        detail: "changed while read; stored torn"),
                    MissingReport(
                        path: BytePath("video/raw.mov"), reason: .tooLarge,
                        detail: "12.1 GiB, over the limit of 4 GiB"),
                ], keptBy: [KeptBy(rule: "last"), KeptBy(rule: "hourly", bucket: "2026-11-30 11")],
                location: "/home/me/store/documents_41.zip"))
        let lines = ShowRendering(
            report: report, showsAll: false, context: try CLIFixtures.context()
        ).rendering.answer
        #expect(
            CLIFixtures.text(lines, CLIFixtures.terminal(80)) == """
                41 of documents, partial
                  taken    2026-11-30 11:02:40 +09:00, 2h ago, because of a change, in 0.2s
                  holds    1204 files, 96 directories, 84.0 MiB; alone on disk 40.1 KiB
                  changed  +1 >1 =1 since 40:  snapctl diff 41
                  missing  2: private/key.pem  permission denied
                              log/app.log      changed while read; stored torn
                  left out 1: video/raw.mov    12.1 GiB, over the limit of 4 GiB
                  kept by  last, hourly (2026-11-30 11); not pinned
                  file     /home/me/store/documents_41.zip

                """)
    }

    @Test func lsShowsOddNamesSoThatTheyCanBePasted() throws {
        let entries = [Array("한글 문서.odt".utf8), Array("two\nlines".utf8)].map { name in
            EntryReport(
                path: BytePath(Array("reports/".utf8) + name), type: .file, mode: "0644", uid: 1000,
                gid: 1000, user: "me", group: "me", size: 313,
                mtime: ReportTime(CLIFixtures.now, utcOffset: 0))
        }
        let report = LsReport(
            dataset: "documents", snapshot: 41, path: BytePath("reports"), entries: entries)
        let screen = CLIFixtures.terminal(80)
        func rendering(_ isLong: Bool) throws -> LsRendering {
            LsRendering(
                report: report, isLong: isLong, screen: screen, context: try CLIFixtures.context())
        }
        #expect(
            CLIFixtures.text(try rendering(true).rendering.answer, screen) == """
                -rw-r--r--  me  me     313 B  2026-11-30 13:40  한글 문서.odt
                -rw-r--r--  me  me     313 B  2026-11-30 13:40  $'two\\nlines'

                """)
        #expect(
            CLIFixtures.text(try rendering(false).rendering.answer, screen)
                == "한글 문서.odt\n$'two\\nlines'\n")
        #expect(try rendering(false).rawNames == Array("한글 문서.odt\0two\nlines\0".utf8))
    }

    @Test func lsMarksWhatHasNoContent() throws {
        let entries = [("kept", nil), ("gone", MissingReason.damaged), ("new", .tooLarge)].map {
            EntryReport(
                path: BytePath($0), type: .file, mode: "0644", uid: 1000, gid: 1000, user: "me",
                group: "me", size: 313, mtime: ReportTime(CLIFixtures.now, utcOffset: 0),
                missing: $1)
        }
        let report = LsReport(dataset: "documents", snapshot: 41, path: .root, entries: entries)
        func text(_ isLong: Bool, _ screen: Screen) throws -> String {
            let rendering = LsRendering(
                report: report, isLong: isLong, screen: screen, context: try CLIFixtures.context())
            return CLIFixtures.text(rendering.rendering.answer, screen)
        }
        let screen = CLIFixtures.terminal(80)
        #expect(
            try text(true, screen) == """
                -rw-r--r--  me  me     313 B  2026-11-30 13:40               kept
                -rw-r--r--  me  me     313 B  2026-11-30 13:40  [lost]       gone
                -rw-r--r--  me  me     313 B  2026-11-30 13:40  [too large]  new

                """)
        #expect(try text(false, screen) == "kept\ngone  [lost]\nnew  [too large]\n")
        // For a script a line is a name.
        var pipe = screen
        pipe.isTerminal = false
        #expect(try text(false, pipe) == "kept\ngone\nnew\n")
    }

    @Test func whatIsAboutToGoHasNoTimeLeft() throws {
        let context = try CLIFixtures.context()
        func left(_ seconds: Int64) -> String? {
            let moment = FileTime(seconds: CLIFixtures.now.seconds + seconds)
            return SnapshotNotes.timeLeft(until: moment, context)
        }
        #expect(left(7200) == "2h")
        #expect(left(0) == nil)
        #expect(left(-7200) == nil)
    }

    @Test(arguments: [("0644", "-rw-r--r--"), ("4755", "-rwsr-xr-x"), ("1777", "-rwxrwxrwt")])
    func modesAsLsWritesThem(mode: String, text: String) {
        let entry = EntryReport(
            path: BytePath("a"), type: .file, mode: mode, uid: 0, gid: 0, size: 0,
            mtime: ReportTime(CLIFixtures.now, utcOffset: 0))
        #expect(LsRendering.mode(entry) == text)
    }

    @Test func diffMarksEachChangeAndSumsUp() throws {
        let changes = [
            ChangeReport(path: BytePath("reports/q4.odt"), kind: .added, sizeAfter: 18_637),
            ChangeReport(
                path: BytePath("notes.txt"), kind: .changed, sizeBefore: 1_838, sizeAfter: 2_150),
            ChangeReport(path: BytePath("old/list.csv"), kind: .removed, sizeBefore: 4_096),
            ChangeReport(
                path: BytePath("reports/q3.odt"), kind: .moved, fromPath: BytePath("q3-draft.odt"),
                sizeBefore: 11_674, sizeAfter: 11_674),
            ChangeReport(
                path: BytePath("run.sh"), kind: .metadata, sizeBefore: 1, sizeAfter: 1,
                fields: [FieldChange(field: "mode", before: "0644", after: "0755")]),
        ]
        let report = DiffReport(
            dataset: "documents", from: .snapshot(40), to: .snapshot(42), changes: changes,
            summary: ChangeSummary(
                added: 1, changed: 1, removed: 1, moved: 1, metadata: 1, type: 0, bytes: 14_848))
        func text(_ isByDirectory: Bool) throws -> String {
            let screen = CLIFixtures.terminal(80)
            let rendering = DiffRendering(
                report: report, isByDirectory: isByDirectory, screen: screen,
                context: try CLIFixtures.context())
            return CLIFixtures.text(rendering.rendering.answer, screen)
        }
        #expect(
            try text(false) == """
                +   18.2 KiB            reports/q4.odt
                ~    2.1 KiB    +312 B  notes.txt
                -    4.0 KiB            old/list.csv
                >   11.4 KiB            q3-draft.odt -> reports/q3.odt
                =                       run.sh  mode 0644 -> 0755
                40 -> 42: 1 added, 1 changed, 1 removed, 1 moved, 1 metadata only; +14.5 KiB

                """)
        #expect(
            try text(true).hasPrefix(
                """
                ~1 =1  .
                -1     old/
                +1 >1  reports/

                """))
    }
}
