import ControlProtocol
import SnapshotModel
import Testing

/// The JSON of the commands that look, key by key: a contract with scripts.
@Suite struct GoldenLookTests {
    @Test func listHasAnItemForEachSnapshot() throws {
        let report = ListReport(
            dataset: "documents", snapshots: [ReportFixtures.item],
            datasets: [
                ListedDataset(
                    dataset: "documents", root: "/home/me/Documents", snapshots: 1, tooLarge: 0)
            ])
        #expect(
            try ReportFixtures.json(report)
                == #"{"format":1,"dataset":"documents","snapshots":[{\#(ReportFixtures.itemJSON)}],"#
                + #""datasets":[{"dataset":"documents","root":"/home/me/Documents","snapshots":1,"#
                + #""too_large":0,"under_way":null}]}"#)
    }

    @Test func rowsAreListsWithoutKeys() throws {
        var bare = ReportFixtures.item
        (bare.reason, bare.files, bare.bytes, bare.added, bare.changed) = (nil, nil, nil, nil, nil)
        (bare.removed, bare.moved, bare.metadata, bare.missing) = (nil, nil, nil, nil)
        (bare.duration, bare.label, bare.expires) = (nil, nil, ReportTime(seconds: 7, utcOffset: 0))
        (bare.pinned, bare.state, bare.flags) = (true, .expired, [.damaged, .unreadable])
        let report = RowsReport(
            ListReport(
                dataset: "documents", snapshots: [ReportFixtures.item, bare],
                datasets: [
                    ListedDataset(
                        dataset: "documents", root: "/d", snapshots: 2, tooLarge: 0)
                ]))
        let text = try ReportFixtures.json(report)
        #expect(try ReportJSON.decode(RowsReport.self, from: text.utf8) == report)
        #expect(
            text.hasSuffix(
                #",null,"complete",null,null,\#(bare.allocated),null,null,null,null,null,null,null,null,"#
                    + #"true,7,"expired",["damaged","unreadable"]]]}]}"#), "\(text)")
        for wrong in ["[1]", "{}", "[]", "7"] {
            #expect(throws: DecodingError.self) {
                try ReportJSON.decode(SnapshotRow.self, from: wrong.utf8)
            }
        }
    }

    @Test func showHasTheItemsKeysAndItsOwnInOneObject() throws {
        let report = ShowReport(
            dataset: "documents",
            snapshot: ShownSnapshot(
                item: ReportFixtures.item, root: BytePath("/home/me/Documents"), directories: 96,
                missingItems: [
                    MissingReport(
                        path: ReportFixtures.odd, reason: .unreadable, detail: "permission denied")
                ],
                keptBy: [KeptBy(rule: "daily", bucket: "2026-11-29", position: 3, of: 7)]))
        let text = try ReportFixtures.json(report)
        #expect(
            text == #"{"format":1,"dataset":"documents","snapshot":{\#(ReportFixtures.itemJSON),"#
                + #""root":"/home/me/Documents","root_base64":null,"directories":96,"#
                + #""missing_items":[{\#(ReportFixtures.oddJSON),"reason":"unreadable","#
                + #""detail":"permission denied"}],"kept_by":[{"rule":"daily","#
                + #""bucket":"2026-11-29","position":3,"of":7}],"policy_known":true,"#
                + #""location":null,"damage":null}}"#
        )
        #expect(try ReportJSON.decode(ShowReport.self, from: text.utf8) == report)
    }

    @Test func lsCarriesNamesThatAreNotTextInBothForms() throws {
        let report = LsReport(
            dataset: "documents", snapshot: 42, path: .root,
            entries: [
                EntryReport(
                    path: ReportFixtures.odd, type: .link, mode: "0777", uid: 1000, gid: 1000,
                    user: "me", group: nil, size: 0,
                    mtime: ReportTime(
                        FileTime(seconds: 0, nanoseconds: 5_000_000), utcOffset: -5400),
                    sha256: nil, target: [0xFE], missing: nil)
            ])
        let text = try ReportFixtures.json(report)
        #expect(
            text == #"{"format":1,"dataset":"documents","snapshot":42,"path":"","#
                + #""path_base64":null,"entries":[{\#(ReportFixtures.oddJSON),"type":"link","#
                + #""mode":"0777","uid":1000,"gid":1000,"user":"me","group":null,"size":0,"#
                + #""mtime":"1969-12-31T22:30:00.005000000-01:30","sha256":null,"#
                + #""target":"\#u{FFFD}","target_base64":"/g==","missing":null}]}"#)
        let read = try ReportJSON.decode(LsReport.self, from: text.utf8)
        #expect(read == report)
        #expect(read.entries.first?.bytePath == ReportFixtures.odd)
        #expect(read.entries.first?.targetBytes == [0xFE])
    }

    @Test func diffNamesASnapshotByNumberAndTheDirectoryByAWord() throws {
        let report = DiffReport(
            dataset: "documents", from: .snapshot(40), to: .live,
            changes: [
                ChangeReport(
                    path: BytePath("reports/q3.odt"), kind: .moved,
                    fromPath: BytePath("q3-draft.odt"), sizeBefore: 3, sizeAfter: 3),
                ChangeReport(
                    path: BytePath("run.sh"), kind: .metadata, sizeBefore: 1, sizeAfter: 1,
                    fields: [FieldChange(field: "mode", before: "0644", after: "0755")]),
            ],
            summary: ChangeSummary(moved: 1, metadata: 1))
        let text = try ReportFixtures.json(report)
        #expect(
            text == #"{"format":1,"dataset":"documents","from":40,"to":"live","changes":["#
                + #"{"path":"reports/q3.odt","path_base64":null,"kind":"moved","#
                + #""from_path":"q3-draft.odt","from_path_base64":null,"size_before":3,"#
                + #""size_after":3,"fields":[]},"#
                + #"{"path":"run.sh","path_base64":null,"kind":"metadata","from_path":null,"#
                + #""from_path_base64":null,"size_before":1,"size_after":1,"#
                + #""fields":[{"field":"mode","before":"0644","after":"0755"}]}],"#
                + #""summary":{"added":0,"changed":0,"removed":0,"moved":1,"metadata":1,"#
                + #""type":0,"bytes":0}}"#)
        #expect(try ReportJSON.decode(DiffReport.self, from: text.utf8) == report)
    }

    @Test func versionsNameTheirSnapshotsAndPaths() throws {
        let report = VersionsReport(
            dataset: "documents", path: BytePath("notes.txt"),
            versions: [
                VersionItem(
                    first: 9, last: 11, event: .moved, path: BytePath("notes.txt"), type: .file,
                    size: 3, mtime: ReportFixtures.created, sha256: "ab",
                    movedFrom: ReportFixtures.odd, gone: 12, movedTo: BytePath("b"), live: false),
                VersionItem(
                    first: nil, last: nil, event: .unsaved, path: BytePath("notes.txt"),
                    type: .file, size: 4, mtime: ReportFixtures.created,
                    fields: [FieldChange(field: "mode", before: "0644", after: "0755")],
                    live: true),
            ], unreadable: [7])
        let text = try ReportFixtures.json(report)
        #expect(
            text == #"{"format":1,"dataset":"documents","path":"notes.txt","path_base64":null,"#
                + #""versions":[{"first":9,"last":11,"event":"moved","path":"notes.txt","#
                + #""path_base64":null,"type":"file","size":3,"#
                + #""mtime":"2026-11-30T11:15:00+09:00","sha256":"ab","missing":null,"fields":[],"#
                + #""moved_from":"a\#u{FFFD}","moved_from_base64":"Yf8=","gone":12,"#
                + #""moved_to":"b","moved_to_base64":null,"live":false},"#
                + #"{"first":null,"last":null,"event":"unsaved","path":"notes.txt","#
                + #""path_base64":null,"type":"file","size":4,"#
                + #""mtime":"2026-11-30T11:15:00+09:00","sha256":null,"missing":null,"#
                + #""fields":[{"field":"mode","before":"0644","after":"0755"}],"#
                + #""moved_from":null,"moved_from_base64":null,"gone":null,"moved_to":null,"#
                + #""moved_to_base64":null,"live":true}],"unreadable":[7]}"#)
        let read = try ReportJSON.decode(VersionsReport.self, from: text.utf8)
        #expect(read == report)
        #expect(read.versions[0].pathBefore == ReportFixtures.odd)
    }

    @Test func findHasALineForEachPath() throws {
        let report = FindReport(
            dataset: "documents", pattern: Array("a*".utf8),
            matches: [
                FindMatch(
                    path: ReportFixtures.odd, type: .file, first: 12, last: 41,
                    lastSeen: ReportFixtures.created, live: false, size: 4096)
            ])
        let text = try ReportFixtures.json(report)
        #expect(
            text == #"{"format":1,"dataset":"documents","pattern":"a*","matches":["#
                + #"{\#(ReportFixtures.oddJSON),"type":"file","first":12,"last":41,"#
                + #""last_seen":"2026-11-30T11:15:00+09:00","live":false,"size":4096}],"#
                + #""unreadable":[]}"#)
        #expect(try ReportJSON.decode(FindReport.self, from: text.utf8) == report)
    }
}
