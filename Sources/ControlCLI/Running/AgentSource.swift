internal import ControlProtocol
internal import SnapshotModel

/// An agent that answers over its socket.
struct AgentSource: CommandSource {
    let client: ControlClient

    var cancel: @Sendable () -> Void { { [client] in client.cancel() } }

    func list(_ parameters: ListParameters) throws(UserError) -> ListReport {
        try client.call(.list(parameters))
    }

    func rows(_ parameters: ListParameters) throws(UserError) -> RowsReport {
        try client.call(.rows(parameters))
    }

    func show(_ parameters: ShowParameters) throws(UserError) -> ShowReport {
        try client.call(.show(parameters))
    }

    func ls(_ parameters: LsParameters) throws(UserError) -> LsReport {
        try client.call(.ls(parameters))
    }

    func diff(_ parameters: DiffParameters) throws(UserError) -> DiffReport {
        try client.call(.diff(parameters))
    }

    func versions(_ parameters: VersionsParameters) throws(UserError) -> VersionsReport {
        try client.call(.versions(parameters))
    }

    func find(_ parameters: FindParameters) throws(UserError) -> FindReport {
        try client.call(.find(parameters))
    }

    func cat(
        _ parameters: CatParameters, to sink: @escaping ByteSink
    ) throws(UserError) -> CatReport {
        try client.call(.cat(parameters), callbacks: CallCallbacks(data: sink))
    }

    func verify(
        _ parameters: VerifyParameters, progress: ProgressPrinter
    ) throws(UserError) -> VerifyReport {
        try client.call(.verify(parameters), callbacks: progress.callbacks)
    }

    func usage(
        _ parameters: UsageParameters, progress: ProgressPrinter
    ) throws(UserError) -> UsageReport {
        try client.call(.du(parameters), callbacks: progress.callbacks)
    }

    func restore(
        _ parameters: RestoreParameters, progress: ProgressPrinter
    ) throws(UserError) -> RestoreReport {
        try client.call(.restore(parameters), callbacks: progress.callbacks)
    }

    func export(
        _ parameters: ExportParameters, progress: ProgressPrinter, to sink: @escaping ByteSink
    ) throws(UserError) -> ExportReport {
        var callbacks = progress.callbacks
        callbacks.data = sink
        return try client.call(.export(parameters), callbacks: callbacks)
    }
}
