package import ControlProtocol
package import SnapshotModel
package import SnapshotStore

extension StoreCommands {
    /// Keeps a snapshot for ever.
    package func pin(_ parameters: ReferenceParameters) throws(UserError) -> SnapshotReport {
        let snapshot = try resolve(parameters.reference.bytes)
        return report(try store.setPinned(snapshot.number, true))
    }

    /// Lets a snapshot expire again.
    package func unpin(_ parameters: ReferenceParameters) throws(UserError) -> SnapshotReport {
        let snapshot = try resolve(parameters.reference.bytes)
        return report(try store.setPinned(snapshot.number, false))
    }

    /// Names a snapshot, or takes its name away with an empty text.
    package func label(_ parameters: LabelParameters) throws(UserError) -> SnapshotReport {
        if !parameters.text.isEmpty { try Label.check(parameters.text) }
        let snapshot = try resolve(parameters.reference.bytes)
        var report = report(try store.label(snapshot.number, parameters.text))
        report.labelBefore = snapshot.label
        return report
    }

    /// Moves a snapshot to `expired/`.
    package func delete(_ parameters: ReferenceParameters) throws(UserError) -> SnapshotReport {
        let snapshot = try resolve(parameters.reference.bytes)
        return report(try store.delete(snapshot.number))
    }

    /// Takes a snapshot out of `expired/`.
    package func undelete(_ parameters: ReferenceParameters) throws(UserError) -> SnapshotReport {
        let snapshot = try resolve(parameters.reference.bytes)
        return report(try store.undelete(snapshot.number))
    }

    /// What an action on a snapshot returns; `created` says that it took the snapshot.
    package func report(_ snapshot: StoredSnapshot, created: Bool = false) -> SnapshotReport {
        SnapshotReport(
            dataset: dataset, snapshot: item(snapshot), created: created,
            missingItems: snapshot.missing.map { MissingReport($0) })
    }
}
