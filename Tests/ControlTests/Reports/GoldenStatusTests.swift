import ControlProtocol
import SnapshotModel
import Testing

/// The JSON of status, errors and progress, key by key: a contract with scripts.
@Suite struct GoldenStatusTests {
    private let status = StatusReport(
        verdict: .gaps,
        agent: AgentReport(
            version: "1.0.0", pid: 812, socket: "/run/s", since: ReportFixtures.created,
            user: "user"),
        datasets: [
            DatasetStatus(
                name: "documents", path: "/home/me/Documents", state: .degraded, dirty: 0,
                watches: 96, watchLimit: 8279, overflows: 0,
                uncovered: [
                    UncoveredReport(
                        path: BytePath("mail"), reason: "watch limit", scannedEvery: 300)
                ],
                lastFullWalk: nil,
                lastSnapshot: LastSnapshot(
                    number: 42, created: ReportFixtures.created, missing: 2, tooLarge: 0),
                maxLoss: 720,
                alarms: [
                    AlarmReport(
                        code: "gap", since: ReportFixtures.created, message: "cannot watch",
                        remedy: "sudo sysctl")
                ],
                unsaved: UnsavedReport(), verdict: .gaps, files: 1203, directories: 96,
                store: StoreStatus(path: "/s", snapshots: 41, bytes: 5, free: 6))
        ])

    @Test func statusHasTheVerdictFirst() throws {
        let text = try ReportFixtures.json(status)
        #expect(
            text == #"{"format":1,"verdict":"gaps","agent":{"version":"1.0.0","pid":812,"#
                + #""socket":"/run/s","since":"2026-11-30T11:15:00+09:00","user":"user"},"#
                + #""datasets":[{"name":"documents","path":"/home/me/Documents","#
                + #""state":"degraded","dirty":0,"watches":96,"watch_limit":8279,"overflows":0,"#
                + #""uncovered":[{"path":"mail","path_base64":null,"reason":"watch limit","#
                + #""scanned_every":300}],"last_full_walk":null,"last_snapshot":{"number":42,"#
                + #""created":"2026-11-30T11:15:00+09:00","missing":2,"too_large":0},"#
                + #""max_loss":720,"alarms":[{"code":"gap","since":"2026-11-30T11:15:00+09:00","#
                + #""message":"cannot watch","do":"sudo sysctl"}],"unsaved":{"count":0,"#
                + #""oldest":null},"verdict":"gaps","files":1203,"directories":96,"#
                + #""next_snapshot":null,"progress":null,"store":{"path":"/s","snapshots":41,"#
                + #""bytes":5,"free":6,"verified":null,"lacking":[]}}]}"#)
        #expect(try ReportJSON.decode(StatusReport.self, from: text.utf8) == status)
    }

    @Test func anErrorIsTheDocumentOfTheContract() throws {
        let error = UserError(
            .noSnapshot, "documents has no snapshot 57", remedy: "snapctl list", subject: "57",
            near: ["37", "45"])
        let text = try ReportFixtures.json(ErrorReport(error: ErrorBody(error)))
        #expect(
            text == #"{"format":1,"error":{"code":"no-snapshot","exit":4,"#
                + #""message":"documents has no snapshot 57","why":null,"do":"snapctl list","#
                + #""subject":"57","near":["37","45"]}}"#)
        #expect(try ReportJSON.decode(ErrorReport.self, from: text.utf8).error.userError == error)
    }

    @Test func progressAndWarningsAreLines() throws {
        #expect(
            try ReportFixtures.json(
                ProgressLine(
                    progress: ProgressReport(
                        phase: "writing", files: 3, filesTotal: 5, bytes: 10, bytesTotal: 20,
                        rate: nil, eta: nil)))
                == #"{"progress":{"phase":"writing","files":3,"files_total":5,"bytes":10,"#
                + #""bytes_total":20,"rate":null,"eta":null}}"#)
        #expect(
            try ReportFixtures.json(WarningReport(warning: "watch limit"))
                == #"{"warning":"watch limit"}"#)
    }

    @Test func aCodeOfANewerAgentIsStillAnError() throws {
        let text =
            #"{"code":"brand-new","exit":6,"message":"m","why":null,"do":"d","subject":null,"#
            + #""near":[],"later":1}"#
        let error = try ReportJSON.decode(ErrorBody.self, from: text.utf8).userError
        #expect(error.code == .internal)
        #expect(error.exit == .refused)
    }
}
