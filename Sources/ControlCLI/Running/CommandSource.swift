internal import ControlProtocol
internal import SnapshotModel

/// What answers the commands that look: an agent, or a store's files alone.
enum CommandSource: Sendable {
    case agent(ControlClient)
    case store(OfflineStore)

    /// Takes bytes as they come.
    typealias Sink = ([UInt8]) throws(UserError) -> Void

    /// Calls off what runs; for a signal's thread.
    var cancel: @Sendable () -> Void {
        switch self {
        case .agent(let client): { client.cancel() }
        case .store(let store): { store.cancel() }
        }
    }

    func list(_ parameters: ListParameters) throws(UserError) -> ListReport {
        switch self {
        case .agent(let client): try client.call(.list(parameters))
        case .store(let store): try store.list(parameters)
        }
    }

    func show(_ parameters: ShowParameters) throws(UserError) -> ShowReport {
        switch self {
        case .agent(let client): try client.call(.show(parameters))
        case .store(let store): try store.show(parameters)
        }
    }

    func ls(_ parameters: LsParameters) throws(UserError) -> LsReport {
        switch self {
        case .agent(let client): try client.call(.ls(parameters))
        case .store(let store): try store.ls(parameters)
        }
    }

    func diff(_ parameters: DiffParameters) throws(UserError) -> DiffReport {
        switch self {
        case .agent(let client): try client.call(.diff(parameters))
        case .store(let store): try store.diff(parameters)
        }
    }

    func versions(_ parameters: VersionsParameters) throws(UserError) -> VersionsReport {
        switch self {
        case .agent(let client): try client.call(.versions(parameters))
        case .store(let store): try store.versions(parameters)
        }
    }

    func find(_ parameters: FindParameters) throws(UserError) -> FindReport {
        switch self {
        case .agent(let client): try client.call(.find(parameters))
        case .store(let store): try store.find(parameters)
        }
    }

    func cat(_ parameters: CatParameters, to sink: @escaping Sink) throws(UserError) -> CatReport {
        switch self {
        case .agent(let client):
            try client.call(.cat(parameters), callbacks: CallCallbacks(data: sink))
        case .store(let store): try store.cat(parameters, to: sink)
        }
    }

    func verify(
        _ parameters: VerifyParameters, progress: ProgressPrinter
    ) throws(UserError) -> VerifyReport {
        switch self {
        case .agent(let client):
            try client.call(.verify(parameters), callbacks: progress.callbacks)
        case .store(let store): try store.verify(parameters, progress: progress)
        }
    }

    func usage(
        _ parameters: UsageParameters, progress: ProgressPrinter
    ) throws(UserError) -> UsageReport {
        switch self {
        case .agent(let client):
            try client.call(.du(parameters), callbacks: progress.callbacks)
        case .store(let store): try store.usage(parameters, progress: progress)
        }
    }

    func restore(
        _ parameters: RestoreParameters, progress: ProgressPrinter
    ) throws(UserError) -> RestoreReport {
        switch self {
        case .agent(let client):
            try client.call(.restore(parameters), callbacks: progress.callbacks)
        case .store(let store): try store.restore(parameters, progress: progress)
        }
    }

    func export(
        _ parameters: ExportParameters, progress: ProgressPrinter, to sink: @escaping Sink
    ) throws(UserError) -> ExportReport {
        switch self {
        case .agent(let client):
            var callbacks = progress.callbacks
            callbacks.data = sink
            return try client.call(.export(parameters), callbacks: callbacks)
        case .store(let store):
            return try store.export(parameters, to: sink)
        }
    }
}
