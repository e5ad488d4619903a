import ControlProtocol
import LinuxSystem
import Restoring
import SnapshotModel
import SnapshotStore
import StoreCommands

/// Putting files back, between a snapshot of what is replaced and one of what came of it.
extension EngineWorker {
    /// Restores as asked; in place, what is not saved yet is saved first.
    func restore(
        _ parameters: RestoreParameters, progress: JobProgress
    ) throws(UserError) -> RestoreReport {
        // What is replaced could not be saved.
        if parameters.destination == .inPlace { try checkStore() }
        let commands = try engine.commands(parameters.scope, progress: progress)
        // References are read before the safety snapshot: it would be `latest` itself.
        let prepared = try commands.prepareRestore(parameters)
        guard parameters.destination == .inPlace else { return try commands.carryOut(prepared) }
        // No time stamp tells the safety snapshot of these: they are read for it, or `undo` would not bring them back.
        rotten.formUnion(prepared.plan.disguised)
        let safety = try takeSnapshot(.beforeRestore, progress: progress).snapshot
        defer { snapshotOrReport(.restore) }
        var report = try commands.carryOut(prepared)
        report.safety = safety.number
        services.report(
            .restore, dataset: name, snapshot: report.snapshot,
            "from \(report.snapshot): \(report.done.create.files) created, "
                + "\(report.done.overwrite.files + report.done.overwriteNewer.files) overwritten, "
                + "\(report.done.delete.files) deleted")
        return report
    }
}
