package import ControlProtocol
package import SnapshotModel
package import SnapshotStore

extension StoreCommands {
    /// Keeps a snapshot for ever.
    package func pin(_ parameters: ReferenceParameters) throws(UserError) -> SnapshotReport {
        let snapshot = try resolve(parameters.reference.bytes)
        let isNew = !snapshot.isPinned || snapshot.isExpired
        return report(try store.setPinned(snapshot.number, true), changed: isNew)
    }

    /// Lets a snapshot expire again.
    package func unpin(_ parameters: ReferenceParameters) throws(UserError) -> SnapshotReport {
        let snapshot = try resolve(parameters.reference.bytes)
        guard snapshot.isPinned else { return report(snapshot, changed: false) }
        return report(try store.setPinned(snapshot.number, false))
    }

    /// Names a snapshot, or takes its name away with an empty text.
    package func label(_ parameters: LabelParameters) throws(UserError) -> SnapshotReport {
        if !parameters.text.isEmpty { try Label.check(parameters.text) }
        let snapshot = try resolve(parameters.reference.bytes)
        var report = report(
            try store.label(snapshot.number, parameters.text),
            changed: (snapshot.label ?? "") != parameters.text)
        report.labelBefore = snapshot.label
        return report
    }

    /// Moves a snapshot to `expired/`, or forgets one whose zip is gone from the store.
    package func delete(_ parameters: ReferenceParameters) throws(UserError) -> SnapshotReport {
        do throws(UserError) {
            let snapshot = try resolve(parameters.reference.bytes)
            return report(try store.delete(snapshot.number))
        } catch {
            guard error.code == .noSnapshot, let number = error.subject.flatMap({ Int($0) }),
                try store.forgetGone(number)
            else { throw error }
            return forgotten(number)
        }
    }

    /// A snapshot of which no more than its number is known.
    private func forgotten(_ number: Int) -> SnapshotReport {
        let item = SnapshotItem(
            number: number, dataset: dataset, created: ReportTime(seconds: 0, utcOffset: 0),
            reason: nil, layout: .complete, file: "", files: nil, bytes: nil, allocated: 0,
            added: nil, changed: nil, removed: nil, missing: nil, moved: nil, metadata: nil,
            host: nil, state: .expired, flags: [.unreadable], duration: nil)
        return SnapshotReport(dataset: dataset, snapshot: item, missingItems: [])
    }

    /// Takes a snapshot out of `expired/`.
    package func undelete(_ parameters: ReferenceParameters) throws(UserError) -> SnapshotReport {
        let snapshot = try resolve(parameters.reference.bytes)
        guard snapshot.isExpired else { return report(snapshot, changed: false) }
        return report(try store.undelete(snapshot.number))
    }

    /// What an action on a snapshot returns; `created` says that it took the snapshot.
    package func report(_ snapshot: StoredSnapshot, created: Bool) -> SnapshotReport {
        var report = report(snapshot, changed: created)
        report.created = created
        return report
    }

    private func report(_ snapshot: StoredSnapshot, changed: Bool = true) -> SnapshotReport {
        SnapshotReport(
            dataset: dataset, snapshot: item(snapshot), changed: changed,
            missingItems: snapshot.missing.map { MissingReport($0) },
            labelAlso: twins(of: snapshot))
    }

    /// Other kept snapshots with the same label, which then names none of them.
    private func twins(of snapshot: StoredSnapshot) -> [Int] {
        guard let label = snapshot.label.map({ Array($0.utf8) }) else { return [] }
        return store.snapshots
            .filter { !$0.isExpired && $0.number != snapshot.number }
            .filter { $0.label.map { Array($0.utf8) } == label }
            .map(\.number).sorted()
    }
}
