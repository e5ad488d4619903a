package import LinuxSystem
package import SnapshotModel

/// Carries out a plan: writes first, replaces in one step each, deletes last.
package struct Restorer: Sendable {
    /// The snapshot.
    package let contents: any SnapshotContents
    /// How many threads write files.
    package let workers: Int

    /// Makes a restorer for a snapshot.
    package init(contents: any SnapshotContents, workers: Int = 2) {
        self.contents = contents
        self.workers = max(1, workers)
    }

    /// Does what a plan says.
    ///
    /// One name that fails never stops the rest. A restore that is cancelled leaves every name as it was
    /// or as it is in the snapshot, and nothing temporary.
    ///
    /// - Parameters:
    ///   - plan: What to do, made shortly before.
    ///   - progress: Counts, and stops the work if it is cancelled.
    /// - Returns: What was done, and what failed.
    /// - Throws: If there is not enough room, or the target itself cannot be used.
    @discardableResult
    package func apply(
        _ plan: RestorePlan, progress: JobProgress = JobProgress()
    ) throws(UserError) -> RestoreSummary {
        try plan.checkSpace()
        do throws(SystemError) {
            switch plan.targetState {
            case .filled: return try fillInPlace(plan, progress)
            // The directory is the person's own where the snapshot's root does not come with the files.
            case .empty where plan.rootEntry == nil: return try fillInPlace(plan, progress)
            case .missing, .empty: return try fillBeside(plan, progress)
            }
        } catch {
            throw error.asUserError()
        }
    }

    private func fillInPlace(
        _ plan: RestorePlan, _ progress: JobProgress
    ) throws(SystemError) -> RestoreSummary {
        let job = RestoreJob(
            root: try FileDescriptor.open(plan.target, [.readOnly, .directory]), plan: plan,
            contents: contents, progress: progress, isBeside: false)
        try job.run(workers: workers)
        return job.summary
    }

    /// Fills a new directory beside the target, then puts it in the target's place: all or nothing.
    private func fillBeside(
        _ plan: RestorePlan, _ progress: JobProgress
    ) throws(SystemError) -> RestoreSummary {
        let parent = try Directories.open(plan.target.parent ?? BytePath("."), making: true)
        let names = TemporaryNames()
        TemporaryNames.removeLeftoverTrees(in: parent)
        let temporary = names.name(plan.items.count)
        do throws(SystemError) {
            try parent.makeDirectory(temporary, mode: plan.rootEntry == nil ? 0o777 : 0o700)
        } catch {
            // Who may not write beside an empty directory may still fill it.
            guard plan.targetState == .empty else { throw error }
            return try fillInPlace(plan, progress)
        }
        do throws(SystemError) {
            let job = RestoreJob(
                root: try parent.open(temporary, [.readOnly, .directory, .noFollow]), plan: plan,
                contents: contents, progress: progress, isBeside: true)
            try job.run(workers: workers)
            var summary = job.summary
            if summary.isStopped || summary.abandoned != nil {
                try Directories.remove(temporary, in: parent)
                summary.forgetWork()
                return summary
            }
            try parent.rename(
                temporary, to: parent, plan.target.name, replacing: plan.targetState == .empty)
            try parent.synchronize()
            return summary
        } catch {
            // The first error says what went wrong; a tree left behind is removed by the next restore.
            try? Directories.remove(temporary, in: parent)
            throw error
        }
    }
}

extension RestoreSummary {
    /// Takes back what was counted, because nothing of it was kept.
    fileprivate mutating func forgetWork() {
        created = RestoreTally()
        overwritten = RestoreTally()
        adjusted = RestoreTally()
        directories = 0
    }
}
