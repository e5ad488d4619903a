internal import ControlProtocol
internal import LinuxSystem
internal import SnapshotModel

/// The commands that look into all snapshots.
extension CommandRunner {
    func versions() throws -> ExitCode {
        let operand = line.operands[0]
        let parameters = VersionsParameters(scope: scope, path: WireBytes(operand))
        let source = try source()
        let report = try interruption.whileRunning(cancel: source.cancel) {
            try source.versions(parameters)
        }
        try answer(
            report,
            VersionsRendering(
                report: report, screen: screen, context: context,
                typed: .init(path: operand, options: chosenPlace)
            ).rendering)
        return finish(unreadable: report.unreadable)
    }

    func find() throws -> ExitCode {
        let parameters = FindParameters(
            scope: scope, pattern: WireBytes(line.operands[0]), deleted: line.has(.deleted),
            larger: line.text(.larger).flatMap { ByteSize.parse($0) })
        let source = try source()
        let report = try interruption.whileRunning(cancel: source.cancel) {
            try source.find(parameters)
        }
        let rendering = FindRendering(
            report: report, isDeleted: line.has(.deleted), screen: screen, context: context,
            options: chosenPlace)
        if line.has(.null), !console.wantsJSON {
            try console.output.write(bytes: rendering.rawPaths)
        } else {
            try answer(report, rendering.rendering)
        }
        return finish(unreadable: report.unreadable)
    }

    /// How a command ends that answers from all snapshots, some of which may be of no use.
    private func finish(unreadable numbers: [Int]) -> ExitCode {
        guard !numbers.isEmpty else { return .done }
        let list = numbers.map(String.init).joined(separator: ", ")
        console.warn(LookSentence.versionsUnreadable(["numbers": list]))
        return .partial
    }

    /// The options that say where to look, as they are to be repeated in a command to type next.
    private var chosenPlace: String {
        [OptionName.dataset, .socket, .store].map { option in
            line.options[option].map { " \(option.typed) \(shellWord($0))" } ?? ""
        }.joined()
    }
}
