package import ControlProtocol
internal import LinuxSystem
internal import Restoring
package import SnapshotModel
package import SnapshotStore

extension StoreCommands {
    /// Puts files back, or says what that would do.
    package func restore(_ parameters: RestoreParameters) throws(UserError) -> RestoreReport {
        let prepared = try prepareRestore(parameters)
        return parameters.dryRun ? prepared.report : try carryOut(prepared)
    }

    /// Compares the snapshot with the target and changes nothing.
    ///
    /// An agent saves what will be replaced between this and ``carryOut(_:)``.
    package func prepareRestore(
        _ parameters: RestoreParameters
    ) throws(UserError) -> PreparedRestore {
        let selection = try selection(of: parameters.operands.map(\.bytes))
        let request = RestoreRequest(
            paths: selection.paths.filter { !$0.isRoot },
            destination: destination(parameters.destination, selection),
            delete: parameters.delete, keepNewer: parameters.keepNewer, excludes: excludes,
            forbidden: try untouchable())
        let plan = try explaining {
            try RestorePlanner(contents: selection.view)
                .plan(request, progress: progress)
        }
        return PreparedRestore(
            report: preview(plan, of: selection.view, dryRun: parameters.dryRun), plan: plan,
            view: selection.view)
    }

    /// Leaves out of a restore what it would take away although a snapshot taken since does not have it.
    ///
    /// What was left out is in the report, and stays in the way.
    package func sparing(
        _ prepared: PreparedRestore, notIn safety: StoredSnapshot
    ) throws(UserError) -> PreparedRestore {
        let saved = try view(safety)
        var plan = prepared.plan
        try explaining { try plan.spareUnsaved(in: saved) }
        return PreparedRestore(
            report: preview(plan, of: prepared.view, dryRun: prepared.report.dryRun), plan: plan,
            view: prepared.view)
    }

    /// Does what was prepared; what fails for one file is in the report and stops nothing.
    package func carryOut(_ prepared: PreparedRestore) throws(UserError) -> RestoreReport {
        let start = MonotonicInstant.now
        let summary = try Restorer(contents: prepared.view)
            .apply(prepared.plan, progress: progress)
        if summary.isStopped { throw stopped(summary, prepared) }
        if let reason = summary.abandoned { throw abandoned(reason, summary, prepared) }
        var report = prepared.report
        report.dryRun = false
        report.done = RestoreAmounts(summary, of: prepared.plan)
        report.failed = summary.failed.map { ControlProtocol.RestoreFailure($0) }
        report.notes = summary.notApplied
        report.duration = Self.seconds(since: start)
        return report
    }

    private func destination(
        _ destination: RestoreDestination, _ selection: RestoreSelection
    ) -> RestoreRequest.Destination {
        switch destination {
        case .inPlace: .inPlace(root: store.root)
        case .directory(let path):
            .directory(BytePath(path.bytes), flattenSingle: selection.flattensSingle)
        }
    }

    private func untouchable() throws(UserError) -> Set<FileIdentity> {
        forbidden.union([try store.folderIdentity()])
    }

    private func stopped(
        _ summary: RestoreSummary, _ prepared: PreparedRestore
    ) -> UserError {
        let total = prepared.plan.items.count { $0.action != .same }
        return UserError(
            .interrupted,
            "stopped by you: \(summary.changedFiles) of \(total) files restored, none half",
            remedy: "the same command goes on: what is right already is left alone")
    }

    private func abandoned(
        _ reason: String, _ summary: RestoreSummary, _ prepared: PreparedRestore
    ) -> UserError {
        UserError(
            .ioError, "the restore gave up after \(summary.changedFiles) files, none half",
            why: reason,
            remedy: "mend that, then the same command again: what is right is left alone",
            subject: prepared.plan.target.display)
    }
}
