package import ControlCLI
package import ControlProtocol
internal import LinuxSystem
package import SnapshotModel
internal import SnapshotStore
internal import StoreCommands

/// The commands that work on a store's files without an agent.
package final class OfflineStore: CommandSource {
    private let store: Store
    private let job = JobProgress()

    private init(_ store: Store) {
        self.store = store
    }

    /// Opens a store for looking into it; nothing of it is ever changed.
    package static func open(_ path: BytePath) throws(UserError) -> OfflineStore {
        OfflineStore(try Store.openForReading(path))
    }

    package var cancel: @Sendable () -> Void { { [job] in job.cancel() } }

    package func list(_ parameters: ListParameters) throws(UserError) -> ListReport {
        try commands(parameters.scope).list(parameters)
    }

    package func rows(_ parameters: ListParameters) throws(UserError) -> RowsReport {
        RowsReport(datasets: [try commands(parameters.scope).rows(parameters)])
    }

    package func show(_ parameters: ShowParameters) throws(UserError) -> ShowReport {
        try commands(parameters.scope).show(parameters)
    }

    package func ls(_ parameters: LsParameters) throws(UserError) -> LsReport {
        try commands(parameters.scope).ls(parameters)
    }

    package func diff(_ parameters: DiffParameters) throws(UserError) -> DiffReport {
        try commands(parameters.scope).diff(parameters)
    }

    package func versions(_ parameters: VersionsParameters) throws(UserError) -> VersionsReport {
        try commands(parameters.scope).versions(parameters)
    }

    package func find(_ parameters: FindParameters) throws(UserError) -> FindReport {
        try commands(parameters.scope).find(parameters)
    }

    package func cat(
        _ parameters: CatParameters, to sink: @escaping ByteSink
    ) throws(UserError) -> CatReport {
        try commands(parameters.scope).cat(parameters, to: sink)
    }

    package func export(
        _ parameters: ExportParameters, progress: ProgressPrinter, to sink: @escaping ByteSink
    ) throws(UserError) -> ExportReport {
        try commands(parameters.scope).export(parameters, to: sink)
    }

    package func verify(
        _ parameters: VerifyParameters, progress: ProgressPrinter
    ) throws(UserError) -> VerifyReport {
        let commands = try commands(parameters.scope)
        return try watched(by: progress) { () throws(UserError) in
            try commands.verify(parameters)
        }
    }

    package func usage(
        _ parameters: UsageParameters, progress: ProgressPrinter
    ) throws(UserError) -> UsageReport {
        let commands = try commands(parameters.scope)
        return try watched(by: progress) { () throws(UserError) in
            try commands.usage(parameters)
        }
    }

    package func restore(
        _ parameters: RestoreParameters, progress: ProgressPrinter
    ) throws(UserError) -> RestoreReport {
        let commands = try commands(parameters.scope)
        return try watched(by: progress) { () throws(UserError) in
            try commands.restore(parameters)
        }
    }

    /// The commands of the store's one dataset for one call.
    private func commands(_ scope: CallScope) throws(UserError) -> StoreCommands {
        let dataset = DatasetChoice.Candidate(name: store.dataset, root: store.root)
        _ = try DatasetChoice([dataset]).choose(scope, operands: [])
        var commands = try StoreCommands(store: store, scope: scope)
        commands.progress = job
        return commands
    }

    /// Works on a thread of its own while this one shows how far it is.
    private func watched<Report: Sendable>(
        by printer: ProgressPrinter, _ work: @escaping @Sendable () throws(UserError) -> Report
    ) throws(UserError) -> Report {
        let outcome = Monitor<Result<Report, UserError>?>(nil)
        let thread: Thread
        do throws(SystemError) {
            thread = try Thread(name: "work") {
                let result = Result { () throws(UserError) in try work() }
                outcome.update { $0 = result }
            }
        } catch {
            throw error.asUserError()
        }
        var sampler = ProgressSampler()
        while true {
            if let result = outcome.wait(until: .now + .milliseconds(50), { $0 }) {
                thread.join()
                return try result.get()
            }
            printer.add(sampler.report(job.snapshot(), at: .now))
        }
    }
}
