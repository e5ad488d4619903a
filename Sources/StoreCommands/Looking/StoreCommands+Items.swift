package import ControlProtocol
internal import LinuxSystem
internal import SnapshotModel
package import SnapshotStore

extension StoreCommands {
    /// What reports say of a snapshot.
    package func item(_ snapshot: StoredSnapshot) -> SnapshotItem {
        let record = snapshot.record
        let known = snapshot.isUnreadable ? nil : record
        let counts = known?.counts
        return SnapshotItem(
            number: snapshot.number, dataset: record.dataset, created: created(record),
            reason: known?.reason, layout: record.layout,
            file: String(decoding: snapshot.fileName, as: UTF8.self), files: counts?.files,
            bytes: counts?.bytes, allocated: snapshot.status.allocated, added: counts?.added,
            changed: counts?.changed, removed: counts?.removed,
            missing: known == nil ? nil : snapshot.missingCount,
            label: snapshot.label, pinned: snapshot.isPinned,
            expires: snapshot.goes.map {
                ReportTime(seconds: $0.seconds, utcOffset: record.utcOffset)
            }, moved: counts?.moved, metadata: counts?.metadata, host: known?.host,
            state: snapshot.isExpired ? .expired : .present, flags: flags(snapshot),
            duration: known.map { Self.seconds($0.duration) }, parent: known?.parent)
    }

    /// When a snapshot was taken, in whole seconds of its own zone.
    func created(_ record: SnapshotRecord) -> ReportTime {
        ReportTime(seconds: record.created.seconds, utcOffset: record.utcOffset)
    }

    private func flags(_ snapshot: StoredSnapshot) -> [SnapshotFlag] {
        var flags: [SnapshotFlag] = []
        if snapshot.missingCount > 0 { flags.append(.partial) }
        if snapshot.record.created > now { flags.append(.future) }
        if snapshot.damage != nil { flags.append(.damaged) }
        if snapshot.isUnreadable { flags.append(.unreadable) }
        return flags
    }

    /// Nanoseconds as seconds with three decimals.
    static func seconds(_ nanoseconds: Int64) -> Double {
        Double(nanoseconds / 1_000_000) / 1000
    }

    /// The seconds since a moment.
    static func seconds(since start: MonotonicInstant) -> Double {
        seconds((MonotonicInstant.now - start).wholeNanoseconds)
    }
}
