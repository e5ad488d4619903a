package import ControlProtocol
internal import LinuxSystem
internal import SnapshotArchive
package import SnapshotModel
package import SnapshotStore

extension StoreCommands {
    /// Examines one snapshot, or all that are kept, and says where good copies of what is lost are.
    ///
    /// `taking` is handed what was found before it is put into words.
    package func verify(
        _ parameters: VerifyParameters, taking: (StoreVerification) -> Void = { _ in }
    ) throws(UserError) -> VerifyReport {
        let start = MonotonicInstant.now
        var only: StoredSnapshot?
        if let reference = parameters.reference { only = try resolve(reference.bytes) }
        let depth: VerificationDepth =
            if let share = parameters.sample { .sample(share) } else {
                parameters.readData ? .everything : .structure
            }
        let found = try store.verify(only: only?.number, depth: depth, progress: progress)
        taking(found)
        let result = VerifiedDataset(
            dataset: dataset, ok: found.damage.isEmpty, snapshots: found.snapshots,
            bytesRead: found.bytesRead, damage: found.damage.map { DamageReport($0) },
            trees: found.trees, known: found.known.map { DamageReport($0) },
            duration: Self.seconds(since: start))
        return VerifyReport(dataset: dataset, datasets: [result])
    }
}

extension DamageReport {
    /// The report of damage that a store found in itself.
    package init(_ found: StoreDamage) {
        self.init(
            snapshot: found.snapshot, file: String(decoding: found.file, as: UTF8.self),
            path: found.damage.path, kind: found.damage.kind.rawValue, otherCopy: found.otherCopy,
            detail: found.damage.message, snapshots: found.snapshots,
            otherFile: found.otherFile.map { String(decoding: $0, as: UTF8.self) })
    }
}

extension VerifyReport {
    /// The findings of several datasets as one.
    package init(merging reports: [VerifyReport]) {
        self.init(
            dataset: reports.count == 1 ? reports[0].dataset : nil,
            datasets: reports.flatMap(\.datasets))
    }
}
