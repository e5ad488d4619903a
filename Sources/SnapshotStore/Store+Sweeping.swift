package import LinuxSystem
package import SnapshotModel

extension Store {
    /// Removes zips that no snapshot needs, and those of which little is needed after carrying that into new ones.
    ///
    /// It runs beside everything else: the store is held up only for the last look at a zip and its removal.
    package func sweep(
        _ options: SweepOptions, progress: JobProgress = JobProgress()
    ) throws(UserError) -> SweepOutcome {
        guard isWritable else { throw StoreProblem.readOnly(path) }
        var sweep = Sweep(self, options, progress)
        return try sweep.run()
    }
}
