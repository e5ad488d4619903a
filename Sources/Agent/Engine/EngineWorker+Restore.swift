import ControlProtocol
import LinuxSystem
import Restoring
import SnapshotModel
import SnapshotStore
import StoreCommands
import TreeWatching

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
        let safety = try saveEndangered(prepared.plan, progress)
        defer { snapshotOrReport(.restore) }
        var report = try commands.carryOut(try commands.sparing(prepared, notIn: safety))
        report.safety = safety.number
        services.report(
            .restore, dataset: name, snapshot: report.snapshot,
            "from \(report.snapshot): \(report.done.create.files) created, "
                + "\(report.done.overwrite.files + report.done.overwriteNewer.files) overwritten, "
                + "\(report.done.delete.files) deleted")
        return report
    }

    /// Takes a snapshot that has what a restore takes away, whether or not an event told of it.
    private func saveEndangered(
        _ plan: RestorePlan, _ progress: JobProgress
    ) throws(UserError) -> StoredSnapshot {
        var endangered = DirtySet()
        for path in plan.endangered {
            endangered.insert(path.parent ?? .root, .names([path.name]))
        }
        if !plan.disguised.isEmpty {
            // No time stamp tells of these: only a walk reads them, or `undo` would not bring them back.
            rotten.formUnion(plan.disguised)
            fullWalkReason = "before a restore"
        }
        return try explaining {
            // What is written through a mapping from now on sets the time again, and is seen before it is replaced.
            writeOutUntold(plan.lostFiles, root: try openRoot())
            return try takeSnapshot(
                .beforeRestore, suspecting: endangered, progress: progress
            ).snapshot
        }
    }
}
