import Configuration
import ControlProtocol
import LinuxSystem
import SnapshotModel
import SnapshotStore
import StoreCommands
import Synchronization

extension AgentService {
    /// Repairs stores on the client's own thread: snapshots go on, sweeps wait.
    func repair(
        _ parameters: RepairParameters, _ context: CallContext
    ) throws(UserError) -> RepairReport {
        var reports: [RepairReport] = []
        for engine in try writableEngines(parameters.scope, all: true) {
            let commands = try commands(engine, parameters.scope, context)
            let report = try engine.sweep(context.progress) { () throws(UserError) in
                let report = try commands.repair(parameters) { () throws(UserError) in
                    try engine.retake(context.progress)
                }
                // As long as this counts as a sweep the store is not given to another engine.
                if !parameters.dryRun { engine.takeRepair(report) }
                return report
            }
            reports.append(report)
        }
        return RepairReport(merging: reports)
    }
}

extension DatasetEngine {
    /// Saves what the store lost and the directory still has.
    fileprivate func retake(_ progress: JobProgress) throws(UserError) {
        // A snapshot that finds the disk full sweeps the store: it must not wait for who waits for it.
        try letSweep(progress) { () throws(UserError) in
            _ = try perform("snapshot", progress: progress) { worker throws(UserError) in
                try worker.takeSnapshot(.manual, progress: progress)
            }
        }
    }

    /// Takes in what a repair came to.
    fileprivate func takeRepair(_ report: RepairReport) {
        guard let repaired = report.datasets.first(where: { $0.dataset == configuration.name })
        else { return }
        if repaired.left.isEmpty {
            published.withLock { $0.lastVerified = WallClock.now() }
        } else {
            brake(repaired.left)
        }
        showBrakes()
        guard !repaired.items.isEmpty else { return }
        let lost = repaired.lost.reduce(0) { $0 + $1.missing.count }
        services.report(
            .verify, dataset: configuration.name,
            "repaired: \(Counted.text(repaired.mended.count, "zip")) made anew"
                + (lost > 0 ? ", \(Counted.text(lost, "file")) lost for good" : "")
                + (repaired.left.isEmpty
                    ? "" : ", \(Counted.text(repaired.left.count, "place")) still damaged"),
            level: repaired.ok ? .information : .error)
    }
}
