internal import ControlProtocol
internal import LinuxSystem
internal import SnapshotModel

extension CommandRunner {
    func list() throws -> ExitCode {
        let parameters = ListParameters(
            scope: scope, all: line.has(.all), last: line.text(.last).flatMap { Int($0) },
            since: line.options[.since].map { WireBytes($0) },
            until: line.options[.until].map { WireBytes($0) })
        let source = try source()
        if console.wantsJSON, let agent = source as? AgentSource {
            try console.answer(
                jsonLine: agent.client.text(.list(parameters), as: ListReport.self))
            return .done
        }
        if console.wantsJSON {
            try console.answer(json: source.list(parameters))
            return .done
        }
        let rows = try source.rows(parameters)
        try answer(
            rows,
            ListRendering(
                report: rows, isLong: line.has(.long), screen: screen, context: context
            ).rendering)
        return .done
    }

    func show() throws -> ExitCode {
        let parameters = ShowParameters(scope: scope, reference: WireBytes(line.operands[0]))
        let report = try source().show(parameters)
        try answer(
            report,
            ShowRendering(report: report, showsAll: line.has(.all), context: context).rendering)
        return .done
    }

    func ls() throws -> ExitCode {
        let parameters = LsParameters(
            scope: scope, operand: WireBytes(line.operands[0]), recursive: line.has(.recursive))
        let report = try source().ls(parameters)
        let rendering = LsRendering(
            report: report, isLong: line.has(.long), screen: screen, context: context)
        echo(line.operands[0], report.snapshot, of: report.dataset)
        if line.has(.null), !console.wantsJSON {
            try console.output.write(bytes: rendering.rawNames)
        } else {
            try answer(report, rendering.rendering)
        }
        return .done
    }

    func diff() throws -> ExitCode {
        let parameters = DiffParameters(
            scope: scope, from: WireBytes(line.operands[0]),
            to: line.operands.count > 1 ? WireBytes(line.operands[1]) : nil)
        let report = try source().diff(parameters)
        try answer(
            report,
            DiffRendering(
                report: report, isByDirectory: line.has(.stat), screen: screen, context: context
            ).rendering)
        return .done
    }

    func cat() throws -> ExitCode {
        let operand = line.operands[0]
        let sink = FileBytesSink(output: console.output, name: context.name(operand))
        let parameters = CatParameters(scope: scope, operand: WireBytes(operand))
        let source = try source()
        do {
            _ = try interruption.whileRunning(cancel: source.cancel) {
                try source.cat(parameters) { bytes throws(UserError) in
                    try sink.take(bytes)
                }
            }
            try sink.end()
        } catch {
            if sink.hasNoReader { throw ReaderGone() }
            throw error
        }
        return .done
    }
}
