package import ControlProtocol
package import SnapshotModel
internal import SnapshotStore

extension StoreCommands {
    /// One snapshot with everything that is known of it.
    package func show(_ parameters: ShowParameters) throws(UserError) -> ShowReport {
        let snapshot = try resolve(parameters.reference.bytes)
        let known = snapshot.isUnreadable ? nil : snapshot.record
        let shown = ShownSnapshot(
            item: item(snapshot), root: known?.root, directories: known?.counts.directories,
            missingItems: snapshot.missing.map { MissingReport($0) },
            keptBy: try reasons(for: snapshot), isPolicyKnown: policy != nil,
            location: String(decoding: snapshot.path.bytes, as: UTF8.self),
            damage: snapshot.damage)
        return ShowReport(dataset: dataset, snapshot: shown)
    }

    /// The rules that keep a snapshot, if the policy is known.
    private func reasons(for snapshot: StoredSnapshot) throws(UserError) -> [KeptBy] {
        guard let policy, !snapshot.isExpired, snapshot.damage == nil else { return [] }
        let outcome = try store.prune(policy, zone: zone, dryRun: true)
        let decision = outcome.decisions.first { $0.number == snapshot.number }
        return decision?.reasons.map { KeptBy($0) } ?? []
    }
}

extension KeptBy {
    /// The report of a reason that retention gives.
    package init(_ reason: RetentionReason) {
        self.init(
            rule: reason.rule, bucket: reason.bucket, position: reason.position, of: reason.of)
    }
}
