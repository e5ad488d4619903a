internal import ControlProtocol
internal import SnapshotModel

extension CommandRunner {
    func snapshot() throws -> ExitCode {
        let client = try agent()
        let progress = progressPrinter()
        let parameters = SnapshotParameters(
            scope: scope, label: line.text(.label), full: line.has(.full))
        defer { progress.end() }
        let report: SnapshotReport = try interruption.whileRunning(cancel: client.cancel) {
            try client.call(.snapshot(parameters), callbacks: progress.callbacks)
        }
        progress.end()
        let rendering = KeepRendering(report: report, context: context)
        try answer(report, rendering.snapshot)
        warnOfTwins(rendering)
        return report.snapshot.isPartial ? .partial : .done
    }

    /// Pins, unpins, labels, deletes or undeletes a snapshot.
    func keep() throws -> ExitCode {
        let reference = ReferenceParameters(scope: scope, reference: WireBytes(line.operands[0]))
        let call: ControlCall =
            switch line.command {
            case .pin: .pin(reference)
            case .unpin: .unpin(reference)
            case .delete: .delete(reference)
            case .undelete: .undelete(reference)
            default:
                .label(
                    LabelParameters(
                        scope: scope, reference: WireBytes(line.operands[0]),
                        text: try labelText()))
            }
        let report: SnapshotReport = try agent().call(call)
        echo(line.operands[0], report.snapshot.number, of: report.dataset)
        let rendering = KeepRendering(report: report, context: context)
        try answer(report, rendering.action(line.command))
        if line.command == .label { warnOfTwins(rendering) }
        let isAnyLost = report.missingItems.contains { $0.reason == .damaged }
        return line.command == .undelete && isAnyLost ? .partial : .done
    }

    /// Warns a program too, beside the key that says it: nobody has to know the key to log the line.
    private func warnOfTwins(_ rendering: KeepRendering) {
        guard console.wantsJSON, let warning = rendering.sameLabelWarning else { return }
        console.warn(warning)
    }

    private func labelText() throws(UserError) -> String {
        guard let text = String(validating: line.operands[1], as: UTF8.self) else {
            throw UserError(
                .badLabel, ErrorSentence.labelNotText(["word": quoted(line.operands[1])]),
                remedy: ErrorSentence.otherText())
        }
        return text
    }

    /// A printer of progress for this command.
    func progressPrinter() -> ProgressPrinter {
        ProgressPrinter(
            mode: line.text(.progress), console: console, context: context,
            interruption: interruption)
    }
}
