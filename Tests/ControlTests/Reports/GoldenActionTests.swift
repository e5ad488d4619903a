import ControlProtocol
import SnapshotModel
import Testing

/// The JSON of the commands that act and tend, key by key: a contract with scripts.
@Suite struct GoldenActionTests {
    @Test func anActionOnASnapshotReturnsItAsItIsNow() throws {
        let report = SnapshotReport(
            dataset: "documents", snapshot: ReportFixtures.item, created: true)
        #expect(
            try ReportFixtures.json(report)
                == #"{"format":1,"dataset":"documents","snapshot":{\#(ReportFixtures.itemJSON)},"#
                + #""created":true,"changed":true,"missing_items":[],"label_before":null,"label_also":[]}"#
        )
    }

    @Test func restoreTellsPlanAndDeedInTheSameShape() throws {
        let report = RestoreReport(
            dataset: "documents", snapshot: 38, target: BytePath("/t"), dryRun: false,
            plan: RestoreAmounts(create: Amount(files: 1, bytes: 18)),
            failed: [
                RestoreFailure(
                    path: BytePath("bin/tool"), code: "io-error", message: "text file busy")
            ],
            created: ReportFixtures.created)
        let none = #"{"files":0,"bytes":0}"#
        let text = try ReportFixtures.json(report)
        #expect(
            text == #"{"format":1,"dataset":"documents","snapshot":38,"target":"/t","#
                + #""target_base64":null,"dry_run":false,"plan":{"create":{"files":1,"bytes":18},"#
                + #""overwrite":\#(none),"overwrite_newer":\#(none),"delete":\#(none),"#
                + #""same":\#(none),"adjust":\#(none),"kept_newer":\#(none)},"#
                + #""done":{"create":\#(none),"overwrite":\#(none),"#
                + #""overwrite_newer":\#(none),"delete":\#(none),"same":\#(none),"#
                + #""adjust":\#(none),"kept_newer":\#(none)},"#
                + #""failed":[{"path":"bin/tool","path_base64":null,"code":"io-error","#
                + #""message":"text file busy"}],"safety":null,"#
                + #""created":"2026-11-30T11:15:00+09:00","newer":[],"extra":0,"directories":0,"needed":0,"#
                + #""free":null,"notes":[],"duration":0.0}"#)
        #expect(try ReportJSON.decode(RestoreReport.self, from: text.utf8) == report)
    }

    @Test func pruneTellsWhy() throws {
        let report = PruneReport(
            dataset: "documents", dryRun: true, policy: PolicyReport(last: 20),
            decisions: [
                DecisionReport(
                    number: 31, decision: .expire, why: [], takenBy: 33, dataset: "documents",
                    created: ReportFixtures.created, explanation: "33 is newer in its hour")
            ], freed: 41_000, datasets: [])
        let text = try ReportFixtures.json(report)
        #expect(
            text == #"{"format":1,"dataset":"documents","dry_run":true,"policy":{"last":20,"#
                + #""hourly":0,"daily":0,"weekly":0,"monthly":0,"yearly":0,"within":null},"#
                + #""decisions":[{"number":31,"decision":"expire","why":[],"taken_by":33,"#
                + #""dataset":"documents","created":"2026-11-30T11:15:00+09:00","#
                + #""explanation":"33 is newer in its hour"}],"freed":41000,"datasets":[]}"#)
        #expect(try ReportJSON.decode(PruneReport.self, from: text.utf8) == report)
    }

    @Test func verifyTellsWhatIsLostAndWhereAnotherCopyIs() throws {
        let report = VerifyReport(
            dataset: nil,
            datasets: [
                VerifiedDataset(
                    dataset: "documents", ok: false, snapshots: 41, bytesRead: 9,
                    damage: [
                        DamageReport(
                            snapshot: 41, file: "a.zip", path: BytePath("q4.odt"), kind: "content",
                            otherCopy: 42, detail: "not as its hash", snapshots: [40, 41],
                            otherFile: "b.zip")
                    ])
            ])
        #expect(
            try ReportFixtures.json(report)
                == #"{"format":1,"dataset":null,"datasets":[{"dataset":"documents","ok":false,"#
                + #""snapshots":41,"bytes_read":9,"damage":[{"snapshot":41,"file":"a.zip","#
                + #""path":"q4.odt","path_base64":null,"kind":"content","other_copy":42,"#
                + #""detail":"not as its hash","snapshots":[40,41],"other_file":"b.zip"}],"#
                + #""trees":0,"known":[],"duration":0.0}]}"#)
    }

    @Test func repairTellsWhatBecameOfDamage() throws {
        let damage = DamageReport(
            snapshot: 41, file: "a.zip", path: BytePath("q4.odt"), kind: "content", otherCopy: 42,
            detail: "not as its hash", snapshots: [41], otherFile: "b.zip")
        let report = RepairReport(
            dataset: "documents", dryRun: false,
            datasets: [
                RepairedDataset(
                    dataset: "documents", ok: false, snapshots: 41, bytesRead: 9,
                    items: [RepairedItem(action: .mended, damage: damage)], mended: ["a.zip"],
                    lost: [
                        LossReport(
                            snapshot: 41,
                            missing: [
                                MissingReport(
                                    path: BytePath("log"), reason: .damaged, detail: "no copy")
                            ])
                    ], duration: 2)
            ])
        let text = try ReportFixtures.json(report)
        #expect(
            text == #"{"format":1,"dataset":"documents","dry_run":false,"datasets":[{"#
                + #""dataset":"documents","ok":false,"snapshots":41,"bytes_read":9,"items":[{"#
                + #""action":"mended","damage":{"snapshot":41,"file":"a.zip","path":"q4.odt","#
                + #""path_base64":null,"kind":"content","other_copy":42,"#
                + #""detail":"not as its hash","snapshots":[41],"other_file":"b.zip"}}],"#
                + #""mended":["a.zip"],"lost":[{"snapshot":41,"missing":[{"path":"log","#
                + #""path_base64":null,"reason":"damaged","detail":"no copy"}]}],"known":[],"#
                + #""left":[],"untaken":null,"duration":2.0}]}"#)
        #expect(try ReportJSON.decode(RepairReport.self, from: text.utf8) == report)
    }

    @Test func usageHasTwoColumnsForEachSnapshot() throws {
        let created = ReportTime(seconds: 1_796_004_900, utcOffset: 9 * 3600)
        let report = UsageReport(
            dataset: "documents",
            datasets: [
                UsedDataset(
                    dataset: "documents", bytes: 9,
                    snapshots: [
                        UsedSnapshot(number: 42, alone: 1, withOlder: 8, created: created)
                    ])
            ])
        let text = try ReportFixtures.json(report)
        #expect(
            text
                == #"{"format":1,"dataset":"documents","datasets":[{"dataset":"documents","bytes":9,"#
                + #""snapshots":[{"number":42,"alone":1,"with_older":8,"#
                + #""created":"2026-11-30T11:15:00+09:00"}]}]}"#)
        #expect(try ReportJSON.decode(UsageReport.self, from: text.utf8) == report)
    }

    @Test func exportAndVersionAndEventAreFlat() throws {
        #expect(
            try ReportFixtures.json(
                ExportReport(
                    dataset: "d", snapshot: 42, file: nil, bytes: 7, files: 1, plainBytes: 9))
                == #"{"format":1,"dataset":"d","snapshot":42,"file":null,"bytes":7,"files":1,"#
                + #""plain_bytes":9,"duration":0.0}"#)
        #expect(
            try ReportFixtures.json(
                VersionReport(snapctl: "1.0.0", agent: nil, protocolVersion: 1))
                == #"{"format":1,"snapctl":"1.0.0","agent":null,"protocol":1}"#)
        #expect(
            try ReportFixtures.json(
                EventReport(
                    dataset: "d", time: ReportFixtures.created, event: .snapshot, snapshot: 45,
                    detail: "restore, +1 ~4, 0.2s"))
                == #"{"format":1,"dataset":"d","time":"2026-11-30T11:15:00+09:00","#
                + #""event":"snapshot","snapshot":45,"detail":"restore, +1 ~4, 0.2s"}"#)
    }
}
