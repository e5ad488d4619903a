import ControlProtocol
import SnapshotModel
import Testing

@testable import ControlCLI

/// What the commands that keep, tend and get back say.
@Suite struct CLIKeepRenderingTests {
    private static func snapshotText(_ report: SnapshotReport) throws -> (String, String) {
        let rendering = KeepRendering(report: report, context: try CLIFixtures.context()).snapshot
        let screen = CLIFixtures.terminal(80)
        return (
            CLIFixtures.text(rendering.answer, screen),
            CLIFixtures.text(rendering.conversation, screen)
        )
    }

    @Test func aSnapshotIsSaidInOneLine() throws {
        let same = SnapshotReport(
            dataset: "documents", snapshot: try CLIFixtures.item(43, "2026-11-30 13:40:00"),
            created: true)
        #expect(
            try Self.snapshotText(same) == (
                "43 of documents saved: 1203 files, 84.0 MiB, nothing changed since 42, 0.2s\n", ""
            ))
        let partial = SnapshotReport(
            dataset: "documents",
            snapshot: try CLIFixtures.item(43, "2026-11-30 13:40:00", changed: 4, missing: 1),
            created: true,
            missingItems: [
                MissingReport(
                    path: BytePath("key.pem"), reason: .unreadable, detail: "permission denied")
            ])
        #expect(
            try Self.snapshotText(partial) == (
                "43 of documents saved: 1203 files, 84.0 MiB, ~4 since 42, 0.2s\n",
                "snapctl: 1 file is missing in 43\n  key.pem  permission denied\n"
            ))
    }

    @Test func actionsSayTheWayBack() throws {
        func text(
            _ command: CommandName, label: String? = nil, before: String? = nil,
            expires: String? = nil
        ) throws -> String {
            let report = SnapshotReport(
                dataset: "documents",
                snapshot: try CLIFixtures.item(
                    42, "2026-11-30 11:15:00", label: label, expires: expires),
                labelBefore: before)
            return KeepRendering(report: report, context: try CLIFixtures.context())
                .action(command).answer.map(\.text).joined()
        }
        #expect(
            try text(.pin)
                == "42 is pinned: it never expires and cannot be deleted. Back: snapctl unpin 42")
        #expect(try text(.unpin) == "42 may expire again. Back: snapctl pin 42")
        #expect(
            try text(.label, label: "sent to the bank")
                == #"42 is "sent to the bank" (had no label). Remove: snapctl label 42 """#)
        #expect(
            try text(.label, label: "new", before: "old")
                == #"42 is "new" (was "old"). Remove: snapctl label 42 """#)
        #expect(
            try text(.label, before: "two words")
                == "42 has no label any more. Back: snapctl label 42 'two words'")
        #expect(
            try text(.delete, expires: "2026-12-01 13:40:00")
                == "42 is deleted. Until 2026-12-01 13:40 it comes back: snapctl undelete 42")
        #expect(
            try text(.undelete) == "42 is back. To delete it again: snapctl delete 42")
    }

    @Test func whatChangesNothingSaysSo() throws {
        func text(_ command: CommandName) throws -> String {
            let report = SnapshotReport(
                dataset: "documents", snapshot: try CLIFixtures.item(42, "2026-11-30 11:15:00"),
                changed: false)
            return KeepRendering(report: report, context: try CLIFixtures.context())
                .action(command).answer.map(\.text).joined()
        }
        #expect(try text(.unpin) == "42 is not pinned; nothing was changed")
        #expect(try text(.undelete) == "42 is not deleted; nothing was changed")
    }

    @Test func aLabelThatOthersHaveIsWarnedOf() throws {
        let report = SnapshotReport(
            dataset: "documents",
            snapshot: try CLIFixtures.item(42, "2026-11-30 11:15:00", label: "tax"),
            created: true, labelAlso: [31, 40])
        let rendering = KeepRendering(report: report, context: try CLIFixtures.context())
        let warning = [
            "snapctl: 31, 40 have the label \"tax\" too",
            "  why: a label that several have names none of them",
            "  do: use the numbers; or give one another label: snapctl label 42 TEXT",
        ]
        #expect(rendering.action(.label).conversation.map(\.text) == warning)
        #expect(rendering.snapshot.conversation.map(\.text) == warning)
        #expect(rendering.action(.pin).conversation.isEmpty)
    }

    @Test func oneIsNoPlural() {
        #expect(Words.waiting(1) == "1 change waits")
        #expect(Words.waiting(2) == "2 changes wait")
        #expect(Words.trees(1) == "1 tree")
        #expect(Words.zips(1) == "1 zip")
        #expect(Words.keep(1) == "1 keeps")
        #expect(Words.objects(1) == "1 object")
        #expect(Counted.text(1, "file") == "1 file")
        #expect(Counted.text(0, "file") == "0 files")
    }

    private static func pruneReport(dryRun: Bool) throws -> PruneReport {
        func decision(
            _ number: Int, _ created: String, _ decision: Decision, _ why: String
        ) throws -> DecisionReport {
            DecisionReport(
                number: number, decision: decision, why: [], dataset: "documents",
                created: try CLIFixtures.moment(created), explanation: why)
        }
        return PruneReport(
            dataset: "documents", dryRun: dryRun,
            decisions: [
                try decision(17, "2026-11-16 09:00:00", .keep, "pinned; oldest"),
                try decision(
                    31, "2026-11-28 16:05:00", .expire,
                    "33 is newer in its hour, day, week, month"),
                try decision(42, "2026-11-30 11:15:00", .keep, "last (1 of 20); newest whole one"),
            ], freed: 41_984,
            datasets: [
                PrunedDataset(
                    dataset: "documents",
                    policy: PolicyReport(
                        last: 20, hourly: 24, daily: 7, weekly: 4, monthly: 12, yearly: 0),
                    kept: 40, expired: 1, freed: 41_984, grace: 86_400,
                    expires: try CLIFixtures.moment("2026-12-01 13:40:00"))
            ])
    }

    @Test func pruneSaysWhyEachStaysOrGoes() throws {
        let screen = CLIFixtures.terminal(80)
        let rendering = PruneRendering(
            report: try Self.pruneReport(dryRun: true), screen: screen,
            context: try CLIFixtures.context()
        ).rendering
        #expect(
            CLIFixtures.text(rendering.answer, screen) == """
                documents: 20 last, 24 hourly, 7 daily, 4 weekly, 12 monthly
                NO  TIME              AGE  KEEP    WHY
                17  2026-11-16 09:00   2w  keep    pinned; oldest
                31  2026-11-28 16:05  45h  expire  33 is newer in its hour, day, week, month
                42  2026-11-30 11:15   2h  keep    last (1 of 20); newest whole one

                """)
        #expect(
            rendering.conversation.map(\.text) == [
                "40 keep, 1 would expire and free 41.0 KiB 24h later. Nothing was changed"
            ])
        let real = PruneRendering(
            report: try Self.pruneReport(dryRun: false), screen: screen,
            context: try CLIFixtures.context()
        ).rendering
        #expect(
            real.answer.map(\.text) == [
                "1 expired: 31. Until 2026-12-01 13:40 it comes back: snapctl undelete 31"
            ])
    }

    @Test func verifySaysWhatIsLostAndWhereACopyIs() throws {
        let screen = CLIFixtures.terminal(100)
        let good = VerifiedDataset(
            dataset: "documents", ok: true, snapshots: 41, bytesRead: 0, damage: [], trees: 96,
            duration: 0.2)
        func rendering(_ dataset: VerifiedDataset) throws -> Rendering {
            VerifyRendering(
                report: VerifyReport(datasets: [dataset]), readData: false, screen: screen,
                context: try CLIFixtures.context()
            ).rendering
        }
        #expect(
            try rendering(good).answer.map(\.text) == [
                "documents  good: 41 snapshots, structure and 96 trees, 0.2s"
            ])
        var damaged = good
        damaged.ok = false
        damaged.damage = [
            DamageReport(
                snapshot: 41, file: "documents_41.zip", path: BytePath("reports/q4.odt"),
                kind: "content", otherCopy: 42, detail: "not as its hash"),
            DamageReport(
                snapshot: 41, file: "documents_41.zip", path: BytePath("log/app.log"),
                kind: "content", otherCopy: nil, detail: "not as its hash"),
        ]
        let lost = try rendering(damaged)
        #expect(
            CLIFixtures.text(lost.answer, screen) == """
                documents  DAMAGED: 1 damaged of 41 snapshots, 0.2s
                  41  reports/q4.odt  not as its hash; 42 has a good copy
                  41  log/app.log     not as its hash; no other copy

                """)
        #expect(
            lost.conversation.map(\.text) == [
                "snapctl: 1 damaged; all else restores",
                "  do: snapctl repair    (mends q4.odt from 42, takes app.log again or marks 41 partial)",
            ])
    }

    @Test func aKnownLossIsNoDamage() throws {
        let screen = CLIFixtures.terminal(100)
        let loss = DamageReport(
            snapshot: 41, file: "documents_41.zip", path: BytePath("log/app.log"),
            kind: "content", detail: "no zip of the store has the content")
        let report = VerifyReport(datasets: [
            VerifiedDataset(
                dataset: "documents", ok: true, snapshots: 41, bytesRead: 0, damage: [], trees: 96,
                known: [loss], duration: 0.2)
        ])
        let rendering = VerifyRendering(
            report: report, readData: false, screen: screen, context: try CLIFixtures.context()
        ).rendering
        #expect(
            CLIFixtures.text(rendering.answer, screen) == """
                documents  good: 41 snapshots, structure and 96 trees, 0.2s
                  41  log/app.log  lost for good, as noted by a repair

                """)
        #expect(rendering.conversation.isEmpty)
    }

    /// Where nobody knows yet that anything is to be won, a repair is not promised to win it.
    @Test func verifyPromisesNoMoreThanARepairCanDo() throws {
        func advice(_ damage: DamageReport...) throws -> String? {
            let report = VerifyReport(datasets: [
                VerifiedDataset(
                    dataset: "documents", ok: false, snapshots: 41, bytesRead: 0, damage: damage)
            ])
            return VerifyRendering(
                report: report, readData: true, screen: CLIFixtures.terminal(100),
                context: try CLIFixtures.context()
            ).rendering.conversation.last?.text
        }
        let zip = DamageReport(
            snapshot: 41, file: "documents_41.zip", path: nil, kind: "structure",
            detail: "the central directory is damaged")
        let absent = DamageReport(
            snapshot: 41, file: "documents_41.zip", path: BytePath("a"), kind: "content",
            detail: "no zip of the store has the content")
        let copied = DamageReport(
            snapshot: 41, file: "documents_41.zip", path: BytePath("b"), kind: "content",
            otherCopy: 42, detail: "not as its hash")
        let beside = DamageReport(
            file: "store.json", path: nil, kind: "structure", detail: "not as it was written")
        let unsure = "  do: snapctl repair -n    (shows what can be restored)"
        #expect(try advice(zip) == unsure)
        #expect(try advice(absent) == unsure)
        #expect(try advice(zip, absent) == unsure)
        #expect(try advice(beside) == "  do: snapctl repair    (mends store.json)")
        #expect(
            try advice(copied, absent)
                == "  do: snapctl repair    (mends b from 42, takes a again or marks 41 partial)")
    }

    @Test func repairSaysWhatBecameOfEach() throws {
        let screen = CLIFixtures.terminal(100)
        func item(_ action: RepairAction, _ path: String, copy: Int? = nil) -> RepairedItem {
            RepairedItem(
                action: action,
                damage: DamageReport(
                    snapshot: 41, file: "documents_41.zip", path: BytePath(path),
                    kind: "content", otherCopy: copy, detail: "not as its hash"))
        }
        let loss = LossReport(
            snapshot: 41,
            missing: [
                MissingReport(path: BytePath("log/app.log"), reason: .damaged, detail: "no copy")
            ])
        let dataset = RepairedDataset(
            dataset: "documents", ok: false, snapshots: 41, bytesRead: 9,
            items: [
                item(.mended, "reports/q4.odt", copy: 42),
                item(.mended, "reports/q4.odt", copy: 42), item(.taken, "notes"),
                item(.lost, "log/app.log"),
            ], mended: ["documents_41.zip"], lost: [loss], duration: 2)
        func rendering(dryRun: Bool) throws -> Rendering {
            RepairRendering(
                report: RepairReport(dryRun: dryRun, datasets: [dataset]), screen: screen,
                context: try CLIFixtures.context()
            ).rendering
        }
        let done = try rendering(dryRun: false)
        #expect(
            CLIFixtures.text(done.answer, screen) == """
                documents  repaired: 1 zip made anew, 2.0s
                  41  reports/q4.odt  mended from 42
                  41  notes           saved again from the directory
                  41  log/app.log     lost: no copy anywhere

                """)
        #expect(
            done.conversation.map(\.text) == [
                "snapctl: 1 file in 1 snapshot is lost for good; all else restores",
                "  do: snapctl show 41",
            ])
        let plan = try rendering(dryRun: true)
        #expect(
            CLIFixtures.text(plan.answer, screen) == """
                documents  would make 1 zip anew
                  41  reports/q4.odt  from 42
                  41  notes           is saved again: the directory still has it
                  41  log/app.log     no copy anywhere: marks 41 partial
                Nothing was changed

                """)
        #expect(
            plan.conversation.map(\.text) == ["snapctl: 1 damaged", "  do: snapctl repair"])
    }

    private static func restoreReport(
        overwrite: Int = 3, newer: Int = 1, delete: Int = 0, dryRun: Bool = true
    ) throws -> RestoreReport {
        var plan = RestoreAmounts()
        plan.create = Amount(files: 1, bytes: 18_637)
        plan.overwrite = Amount(files: overwrite, bytes: 2_202_009)
        plan.overwriteNewer = Amount(files: newer, bytes: 4_096)
        plan.delete = Amount(files: delete, bytes: 10)
        plan.same = Amount(files: 57, bytes: 1)
        return RestoreReport(
            dataset: "documents", snapshot: 38, target: BytePath("/home/me/Documents/reports"),
            dryRun: dryRun, plan: plan, created: try CLIFixtures.moment("2026-11-29 18:22:00"),
            newer: newer == 0
                ? []
                : [
                    NewerFile(
                        path: BytePath("reports/q3.odt"),
                        mtime: try CLIFixtures.moment("2026-11-30 12:50:00"))
                ], extra: 2, needed: 2_306_867, free: 126_701_535_232)
    }

    @Test func thePreviewCountsWhatWouldHappen() throws {
        let preview = RestorePreview(
            report: try Self.restoreReport(), isSavedFirst: false,
            context: try CLIFixtures.context())
        #expect(
            CLIFixtures.text(preview.lines, CLIFixtures.terminal(80)) == """
                38 of documents, 2026-11-29 18:22 (19h ago) -> /home/me/Documents/reports
                  create            1 file    18.2 KiB
                  overwrite         3 files    2.1 MiB
                  overwrite NEWER   1 file     4.0 KiB  changed after the snapshot:
                                   reports/q3.odt  2026-11-30 12:50
                  delete            0        (2 files not in 38 stay; --delete removes them)
                  same             57 files  left alone
                Needs 2.2 MiB, 118 GiB free. Nothing is saved first, no undo.

                """)
        #expect(preview.needsConsent && !preview.isEmpty)
        #expect(preview.question == "Restore 5 files? [y/N] ")
        #expect(preview.needsYes.message == "restore would overwrite 4 files and cannot ask here")
        #expect(preview.needsYes.exit == .usage)
    }

    @Test func creatingAloneAsksNothing() throws {
        let preview = RestorePreview(
            report: try Self.restoreReport(overwrite: 0, newer: 0), isSavedFirst: true,
            context: try CLIFixtures.context())
        #expect(!preview.needsConsent)
        #expect(preview.lines.last?.text == "Needs 2.2 MiB, 118 GiB free.")
        let deleting = RestorePreview(
            report: try Self.restoreReport(overwrite: 0, newer: 0, delete: 2), isSavedFirst: true,
            context: try CLIFixtures.context())
        #expect(deleting.question == "Restore 1 file and delete 2 files? [y/N] ")
        #expect(deleting.needsYes.message == "restore would delete 2 files and cannot ask here")
    }

    @Test func failuresOfOneKindAreGrouped() throws {
        var report = try Self.restoreReport(dryRun: false)
        report.done = report.plan
        report.done.overwrite.files = 2
        report.duration = 4.1
        report.failed =
            ["a", "b"].map {
                RestoreFailure(
                    path: BytePath($0), code: "io-error",
                    message: "owner not set, they are yours now")
            } + [
                RestoreFailure(
                    path: BytePath("bin/tool"), code: "io-error", message: "text file busy")
            ]
        let rendering = RestoreRendering(
            report: report, command: "snapctl restore 38 --in-place", named: nil,
            context: try CLIFixtures.context()
        )
        .rendering
        #expect(rendering.answer.map(\.text) == ["Restored 4 of 5 files from 38 in 4.1s"])
        #expect(
            rendering.conversation.map(\.text) == [
                "snapctl: 3 files are not as they were",
                "  2  owner not set, they are yours now: a, b",
                "  1  bin/tool: text file busy",
                "  do: snapctl restore 38 --in-place, when what is in the way is gone",
            ])
    }

    @Test(
        arguments: [
            ("y", true), ("yes", true), ("Y ", true), ("예", true), ("네", true), ("ㅛ", true),
            ("\u{110B}\u{1168}", true), ("", false), ("n", false), ("ye", false), ("no", false),
        ])
    func onlyWordsForYesAgree(answer: String, isYes: Bool) {
        #expect(Question.isYes(Array(answer.utf8)) == isYes)
    }
}
