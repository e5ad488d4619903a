internal import ControlProtocol
internal import LinuxSystem
internal import SnapshotModel

extension CommandRunner {
    func restore() throws -> ExitCode {
        let source = try source()
        var parameters = RestoreParameters(
            scope: scope, operands: line.operands.map { WireBytes($0) },
            destination: line.options[.to].map { directory in
                .directory(WireBytes(WorkingDirectory.absolute(BytePath(directory)).bytes))
            } ?? .inPlace,
            delete: line.has(.delete), keepNewer: line.has(.keepNewer), dryRun: true)
        var plan = try restore(parameters, from: source)
        plan.dryRun = line.has(.dryRun)
        let preview = RestorePreview(
            report: plan, isSavedFirst: line.has(.inPlace) && !line.has(.store), context: context)
        if line.has(.dryRun) || preview.isEmpty {
            try answer(plan, planned(preview, plan))
            return plan.failed.isEmpty ? .done : .partial
        }
        if !console.wantsJSON { console.say(preview.lines) }
        try askForConsent(preview)
        parameters.dryRun = false
        let report = try restore(parameters, from: source)
        try answer(
            report,
            rendering(report).rendering)
        return report.failed.isEmpty ? .done : .partial
    }

    /// What is said of a restore that stays a plan.
    private func planned(_ preview: RestorePreview, _ plan: RestoreReport) -> Rendering {
        let rendering = rendering(plan)
        if preview.isEmpty { return rendering.nothing }
        return Rendering(
            answer: preview.lines,
            conversation: rendering.failures + [OutputLine(RestoreSentence.nothingChanged())])
    }

    private func rendering(_ report: RestoreReport) -> RestoreRendering {
        RestoreRendering(
            report: report, command: typedAgain, named: namedPaths, context: context)
    }

    /// The path that the operands name, words for several, `nil` where all of a snapshot is meant.
    private var namedPaths: String? {
        // The agent has read the operand already, and has said so if it could not.
        let first = (try? PathReference.parse(line.operands[0]))?.path.map(\.bytes)
        let paths = [first].compactMap(\.self).filter { !$0.isEmpty } + line.operands.dropFirst()
        return switch paths.count {
        case 0: nil
        case 1: context.name(paths[0])
        default: RestoreSentence.whatIsNamed()
        }
    }

    private func askForConsent(_ preview: RestorePreview) throws {
        guard preview.needsConsent, !line.has(.yes) else { return }
        guard Terminal.isTerminal(0), console.conversation.screen.isTerminal else {
            throw preview.needsYes
        }
        interruption.lineIsOpen(true)
        let isAgreed = Question.ask(preview.question)
        interruption.lineIsOpen(false)
        guard isAgreed else {
            throw UserError(
                .declined, ErrorSentence.declined(),
                remedy: ErrorSentence.declinedRemedy(["command": typedAgain]))
        }
    }

    private func restore(
        _ parameters: RestoreParameters, from source: any CommandSource
    ) throws -> RestoreReport {
        let progress = progressPrinter()
        defer { progress.end() }
        do {
            return try interruption.whileRunning(cancel: source.cancel) {
                try source.restore(parameters, progress: progress)
            }
        } catch var error as UserError where error.code == .interrupted {
            progress.end()
            error.remedy = typedAgain
            throw error
        }
    }

    /// The command as it was typed, to be pasted.
    var typedAgain: String {
        (["snapctl"] + words.map(shellWord)).joined(separator: " ")
    }

    func export() throws -> ExitCode {
        let source = try source()
        let progress = progressPrinter()
        defer { progress.end() }
        let parameters = ExportParameters(
            scope: scope, reference: WireBytes(line.operands[0]))
        let isStream = line.operands[1] == [UInt8(ascii: "-")]
        if isStream, screen.isTerminal {
            throw UserError(
                .binaryToTerminal, ErrorSentence.zipToTerminal(),
                remedy: ErrorSentence.zipToTerminalRemedy([
                    "ref": shellWord(line.operands[0])
                ]))
        }
        if isStream {
            try stream(parameters, from: source, progress)
            return .done
        }
        let path = WorkingDirectory.absolute(BytePath(line.operands[1]))
        let file = try NewFile(path, shown: context.name(path))
        var report = try interruption.whileRunning(cancel: source.cancel) {
            try source.export(parameters, progress: progress) { bytes throws(UserError) in
                try file.take(bytes)
            }
        }
        try file.publish()
        progress.end()
        report.file = String(decoding: path.bytes, as: UTF8.self)
        echo(line.operands[0], report.snapshot, of: report.dataset)
        try answer(report, exported(report, to: path))
        return .done
    }

    /// Writes the zip to standard output.
    private func stream(
        _ parameters: ExportParameters, from source: any CommandSource, _ progress: ProgressPrinter
    ) throws {
        let sink = FileBytesSink(output: console.output, name: "-")
        do {
            _ = try interruption.whileRunning(cancel: source.cancel) {
                try source.export(parameters, progress: progress) { bytes throws(UserError) in
                    try sink.take(bytes)
                }
            }
        } catch {
            if sink.hasNoReader { throw ReaderGone() }
            throw error
        }
    }

    private func exported(_ report: ExportReport, to path: BytePath) -> Rendering {
        Rendering(answer: [
            OutputLine(
                KeepSentence.exported([
                    "number": "\(report.snapshot)", "file": context.name(path),
                    "files": Words.files(report.files), "plain": context.size(report.plainBytes),
                    "bytes": context.size(report.bytes), "time": context.taken(report.duration),
                ]))
        ])
    }
}
