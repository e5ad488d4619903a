internal import LinuxSystem
package import SnapshotModel
package import SnapshotStore

extension StoreCommands {
    /// The snapshot that a REF names, expired ones included.
    package func resolve(_ reference: [UInt8]) throws(UserError) -> StoredSnapshot {
        try resolve(try SnapshotReference.parse(reference))
    }

    /// The snapshot that a parsed REF names.
    func resolve(_ reference: SnapshotReference) throws(UserError) -> StoredSnapshot {
        let number = try reference.resolve(
            among: candidates, dataset: dataset, now: now, zone: zone)
        return try store.snapshot(number)
    }

    /// What references are looked up among.
    var candidates: [ReferenceCandidate] {
        (store.snapshots + store.expiredSnapshots).map { snapshot in
            ReferenceCandidate(
                number: snapshot.number, created: snapshot.record.created, label: snapshot.label,
                isExpired: snapshot.isExpired)
        }
    }

    /// Whether a snapshot, expired or not, has this label.
    func hasLabel(_ label: String) -> Bool {
        let bytes = Array(label.utf8)
        return candidates.contains { $0.label.map { Array($0.utf8) } == bytes }
    }

    /// The kept snapshot before one, by number.
    func before(_ snapshot: StoredSnapshot) -> StoredSnapshot? {
        store.snapshots.last { $0.number < snapshot.number }
    }
}
