internal import ControlProtocol
internal import LinuxSystem
internal import SnapshotModel

extension CommandRunner {
    /// Plain `snapctl`.
    func overview() throws -> ExitCode {
        let overview = OverviewRendering(screen: screen, context: context)
        if line.has(.store) {
            let report = try source().list(ListParameters(scope: scope))
            try answer(report, overview.rendering(report, store: line.text(.store) ?? ""))
        } else {
            let report = try agentStatus()
            try answer(report, overview.rendering(report))
        }
        return .done
    }

    func status() throws -> ExitCode {
        let report = try agentStatus()
        try answer(report, StatusRendering(report: report, context: context).rendering)
        switch report.verdict {
        case .ok: return .done
        case .gaps: return .partial
        case .unprotected: return .failed
        }
    }

    private func agentStatus() throws -> StatusReport {
        try agent().call(.status(StatusParameters(scope: scope)))
    }

    func prune() throws -> ExitCode {
        let parameters = PruneParameters(scope: scope, dryRun: line.has(.dryRun))
        let report: PruneReport = try agent().call(.prune(parameters))
        try answer(
            report,
            PruneRendering(report: report, screen: screen, context: context).rendering)
        return .done
    }

    func sweep() throws -> ExitCode {
        let client = try agent()
        let progress = progressPrinter()
        defer { progress.end() }
        let parameters = SweepParameters(scope: scope, now: line.has(.now))
        let report: SweepReport = try interruption.whileRunning(cancel: client.cancel) {
            try client.call(.sweep(parameters), callbacks: progress.callbacks)
        }
        progress.end()
        try answer(report, SweepRendering(report: report, context: context).rendering)
        if report.datasets.contains(where: { $0.brake != nil }) { return .refused }
        return report.datasets.allSatisfy { $0.damaged == 0 } ? .done : .failed
    }

    func verify() throws -> ExitCode {
        let source = try source()
        let progress = progressPrinter()
        defer { progress.end() }
        let parameters = VerifyParameters(
            scope: scope, reference: line.operands.first.map { WireBytes($0) },
            readData: line.has(.readData),
            sample: line.options[.sample].flatMap(OptionValue.share))
        let report = try interruption.whileRunning(cancel: source.cancel) {
            try source.verify(parameters, progress: progress)
        }
        progress.end()
        try answer(
            report,
            VerifyRendering(
                report: report, readData: line.has(.readData), screen: screen, context: context
            ).rendering)
        return report.datasets.allSatisfy(\.ok) ? .done : .failed
    }

    func repair() throws -> ExitCode {
        let client = try agent()
        let progress = progressPrinter()
        defer { progress.end() }
        let parameters = RepairParameters(scope: scope, dryRun: line.has(.dryRun))
        let report: RepairReport = try interruption.whileRunning(cancel: client.cancel) {
            try client.call(.repair(parameters), callbacks: progress.callbacks)
        }
        progress.end()
        try answer(
            report, RepairRendering(report: report, screen: screen, context: context).rendering)
        return Self.exit(of: report)
    }

    /// A dry run ends as `verify` does: what is damaged is damaged until it is mended.
    static func exit(of report: RepairReport) -> ExitCode {
        if report.datasets.contains(where: { !$0.left.isEmpty }) { return .failed }
        if report.dryRun { return report.datasets.allSatisfy(\.items.isEmpty) ? .done : .failed }
        let isAnyLost = report.datasets.contains { dataset in
            !dataset.lost.isEmpty || dataset.items.contains { $0.action == .lost }
        }
        return isAnyLost ? .partial : .done
    }

    func usage() throws -> ExitCode {
        let source = try source()
        let progress = progressPrinter()
        defer { progress.end() }
        let parameters = UsageParameters(scope: scope)
        let report = try interruption.whileRunning(cancel: source.cancel) {
            try source.usage(parameters, progress: progress)
        }
        progress.end()
        try answer(
            report, UsageRendering(report: report, screen: screen, context: context).rendering)
        return .done
    }

    func resume() throws -> ExitCode {
        let report: StatusReport = try agent().call(.resume(ResumeParameters(scope: scope)))
        let names = report.datasets.map(\.name).joined(separator: ", ")
        try answer(
            report,
            Rendering(answer: [OutputLine(KeepSentence.resumed(["datasets": names]))]))
        return .done
    }

    func version() throws -> ExitCode {
        var agentVersion: String?
        do throws(UserError) {
            agentVersion = try agent().greet().version
        } catch {
            guard error.exit == .noAgent || error.exit == .refused else { throw error }
        }
        let report = VersionReport(
            snapctl: ProductVersion.text, agent: agentVersion,
            protocolVersion: ProtocolVersion.current)
        let lines = [
            VersionSentence.short(["version": report.snapctl]),
            agentVersion.map { VersionSentence.agent(["version": $0]) }
                ?? VersionSentence.noAgent(),
            VersionSentence.talk(["version": "\(report.protocolVersion)"]),
        ]
        try answer(report, Rendering(answer: lines.map { OutputLine($0) }))
        return .done
    }

    func events() throws -> ExitCode {
        let client = try agent()
        let rendering = EventRendering(context: context)
        var hasNoReader = false
        var failure: UserError?
        let callbacks = CallCallbacks(event: { [console] event throws(UserError) in
            do {
                if console.wantsJSON {
                    try console.answer(json: event)
                } else {
                    try console.answer([rendering.line(event)])
                }
                try console.output.flush()
            } catch {
                hasNoReader = error is ReaderGone
                failure = error as? UserError
                throw UserError(.interrupted, ErrorSentence.readerGone(), remedy: "")
            }
        })
        let parameters = EventsParameters(
            scope: scope, follow: line.has(.follow), last: line.text(.last).flatMap { Int($0) })
        do throws(UserError) {
            let report: EventsReport = try client.call(.events(parameters), callbacks: callbacks)
            if report.lost > 0 {
                console.warn(ErrorSentence.eventsLost(["count": "\(report.lost)"]))
            }
        } catch {
            if hasNoReader { throw ReaderGone() }
            throw failure ?? error
        }
        return .done
    }
}
