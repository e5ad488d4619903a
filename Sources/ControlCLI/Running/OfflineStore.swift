internal import ControlProtocol
internal import SnapshotModel

/// The commands that work on a store's files without an agent.
final class OfflineStore: Sendable {
    static func open(_ path: BytePath) throws(UserError) -> OfflineStore {
        throw UserError(.internal, "not built yet", remedy: "")
    }
    func cancel() {}
    func list(_ parameters: ListParameters) throws(UserError) -> ListReport { try unbuilt() }
    func show(_ parameters: ShowParameters) throws(UserError) -> ShowReport { try unbuilt() }
    func ls(_ parameters: LsParameters) throws(UserError) -> LsReport { try unbuilt() }
    func diff(_ parameters: DiffParameters) throws(UserError) -> DiffReport { try unbuilt() }
    func cat(
        _ parameters: CatParameters, to sink: CommandSource.Sink
    ) throws(UserError) -> CatReport { try unbuilt() }
    func verify(
        _ parameters: VerifyParameters, progress: ProgressPrinter
    ) throws(UserError) -> VerifyReport { try unbuilt() }
    func restore(
        _ parameters: RestoreParameters, progress: ProgressPrinter
    ) throws(UserError) -> RestoreReport { try unbuilt() }
    func export(
        _ parameters: ExportParameters, progress: ProgressPrinter, to sink: CommandSource.Sink
    ) throws(UserError) -> ExportReport { try unbuilt() }
    private func unbuilt<Report>() throws(UserError) -> Report {
        throw UserError(.internal, "not built yet", remedy: "")
    }
}
