package import ControlProtocol
package import SnapshotModel

/// What answers the commands that look: an agent, or a store's files alone.
package protocol CommandSource: Sendable {
    /// Takes bytes as they come.
    typealias ByteSink = ([UInt8]) throws(UserError) -> Void

    /// Calls off what runs; for a signal's thread.
    var cancel: @Sendable () -> Void { get }

    /// Answers `list`.
    func list(_ parameters: ListParameters) throws(UserError) -> ListReport
    /// Answers `rows`.
    func rows(_ parameters: ListParameters) throws(UserError) -> RowsReport
    /// Answers `show`.
    func show(_ parameters: ShowParameters) throws(UserError) -> ShowReport
    /// Answers `ls`.
    func ls(_ parameters: LsParameters) throws(UserError) -> LsReport
    /// Answers `diff`.
    func diff(_ parameters: DiffParameters) throws(UserError) -> DiffReport
    /// Answers `versions`.
    func versions(_ parameters: VersionsParameters) throws(UserError) -> VersionsReport
    /// Answers `find`.
    func find(_ parameters: FindParameters) throws(UserError) -> FindReport
    /// Answers `cat` with the content's bytes.
    func cat(
        _ parameters: CatParameters, to sink: @escaping ByteSink
    ) throws(UserError) -> CatReport
    /// Answers `verify`.
    func verify(
        _ parameters: VerifyParameters, progress: ProgressPrinter
    ) throws(UserError) -> VerifyReport
    /// Answers `du`.
    func usage(
        _ parameters: UsageParameters, progress: ProgressPrinter
    ) throws(UserError) -> UsageReport
    /// Does a restore or plans it.
    func restore(
        _ parameters: RestoreParameters, progress: ProgressPrinter
    ) throws(UserError) -> RestoreReport
    /// Answers `export` with the bytes of the zip.
    func export(
        _ parameters: ExportParameters, progress: ProgressPrinter, to sink: @escaping ByteSink
    ) throws(UserError) -> ExportReport
}
