package import LinuxSystem
internal import SnapshotArchive
package import SnapshotModel
internal import Synchronization

extension Store {
    /// Examines every kept snapshot, the zips in `base/` and `expired/` and the files beside them, or only one snapshot with what it leans on.
    ///
    /// No snapshot is changed, and what to do about damage is the caller's business; but the catalog learns which
    /// objects must not be leaned on and are to be read from the live tree again.
    package func verify(
        only number: Int? = nil, depth: VerificationDepth, progress: JobProgress = JobProgress()
    ) throws(UserError) -> StoreVerification {
        // What was removed from the store is no copy, though it may still be open.
        pool.dropRemoved()
        try notePresence()
        let examined = if let number { [try snapshot(number)] } else { snapshots }
        var examination = StoreExamination(self, depth: depth, progress: progress)
        try examination.examine(examined, isWhole: number == nil)
        var result = examination.result
        if number == nil {
            result.damage += try goneDamage(try renamedZips()) + damagedFiles()
        }
        let lost = knownLosses
        if !lost.isEmpty {
            let isKnown = { (found: StoreDamage) in
                found.isElsewhere && found.damage.digest.map(lost.contains) == true
            }
            result.known = result.damage.filter(isKnown)
            result.damage.removeAll(where: isKnown)
        }
        do throws(UserError) {
            try distrust(result)
        } catch {
            // Whoever has the store now is told of the result.
            guard isReleased else { throw error }
        }
        if number == nil { giveUpDeleted(&result) }
        return result
    }

    /// What is damaged in the zip of a snapshot that a person deleted for that is no damage, unless a kept one loses by it.
    private func giveUpDeleted(_ result: inout StoreVerification) {
        let deleted = job.withLock { job in
            Set(job.files.filter { $0.isExpired && job.isAcknowledged($0) }.map(\.name))
        }
        let isDeleted = { (found: StoreDamage) in
            deleted.contains(found.file) && found.snapshots.isEmpty
        }
        let zips = Set(result.damage.filter(isDeleted).map(\.file))
        result.damage.removeAll(where: isDeleted)
        result.known += zips.sorted { $0.lexicographicallyPrecedes($1) }.map { zip in
            let message = "cannot be read and is deleted: it goes by itself"
            return StoreDamage(file: zip, damage: Damage(.deleted, message: message))
        }
    }
}
