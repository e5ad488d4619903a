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

    /// Makes a second copy of the newest snapshot's trees once a day, where that is small beside the store.
    ///
    /// Says whether it did.
    @discardableResult
    package func copyTreesIfDue(
        _ progress: JobProgress = JobProgress()
    ) throws(UserError) -> Bool {
        guard isWritable else { throw StoreProblem.readOnly(path) }
        return try TreeCopies(store: self, progress: progress).run()
    }
}
