package import LinuxSystem
package import SnapshotModel

extension Store {
    /// Examines the whole store with every byte read, and mends what is damaged.
    ///
    /// `retake` is asked to save what no zip has any more and the live directory may still have. No zip is changed
    /// in place: each damaged one is replaced, and kept aside for the time of grace.
    package func repair(
        _ options: RepairOptions, progress: JobProgress = JobProgress(),
        retake: () throws(UserError) -> Void
    ) throws(UserError) -> RepairOutcome {
        guard isWritable else { throw StoreProblem.readOnly(path) }
        var repair = StoreRepair(self, options, progress)
        return try repair.run(retake)
    }
}
