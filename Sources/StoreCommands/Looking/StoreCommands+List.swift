package import ControlProtocol
package import SnapshotModel
internal import SnapshotStore

extension StoreCommands {
    /// The snapshots of the dataset, oldest first.
    package func list(_ parameters: ListParameters) throws(UserError) -> ListReport {
        let (snapshots, heading) = try chosen(parameters)
        return ListReport(
            dataset: dataset, snapshots: snapshots.map { item($0) }, datasets: [heading])
    }

    /// What a list of them prints.
    package func rows(_ parameters: ListParameters) throws(UserError) -> DatasetRows {
        let (snapshots, heading) = try chosen(parameters)
        return DatasetRows(heading: heading, rows: snapshots.map { SnapshotRow(item($0)) })
    }

    private func chosen(
        _ parameters: ListParameters
    ) throws(UserError) -> (snapshots: [StoredSnapshot], heading: ListedDataset) {
        let kept = store.snapshots
        var snapshots = kept
        if parameters.all {
            snapshots = (kept + store.expiredSnapshots).sorted { $0.number < $1.number }
        }
        if let since = parameters.since {
            let start = try moment(since.bytes).start
            snapshots.removeAll { $0.record.created < start }
        }
        if let until = parameters.until {
            let end = try moment(until.bytes).end
            snapshots.removeAll { $0.record.created > end }
        }
        if let last = parameters.last { snapshots = snapshots.suffix(max(0, last)) }
        let newest = kept.last { $0.damage == nil }
        let heading = ListedDataset(
            dataset: dataset, root: String(decoding: store.root.bytes, as: UTF8.self),
            snapshots: kept.count,
            tooLarge: newest?.record.missing.count { $0.reason == .tooLarge } ?? 0,
            underWay: underWay)
        return (snapshots, heading)
    }

    /// The first and the last moment that a WHEN takes in.
    private func moment(
        _ text: [UInt8]
    ) throws(UserError) -> (start: FileTime, end: FileTime) {
        let bare = text.first == UInt8(ascii: "@") ? Array(text.dropFirst()) : text
        guard let reference = TimeReference.parse(bare),
            let end = reference.moment(now: now, zone: zone)
        else {
            let shown = displayName(text)
            throw UserError(
                .optionValue, "\"\(shown)\" is no time",
                why: "a time is 2h, yesterday, 2026-11-29 or 2026-11-29T10:00",
                remedy: "snapctl help ref", subject: shown)
        }
        return (start(of: reference, end: end), end)
    }

    private func start(of reference: TimeReference, end: FileTime) -> FileTime {
        func midnight(_ year: Int, _ month: Int, _ day: Int) -> FileTime {
            FileTime(
                seconds: zone.seconds(
                    year: year, month: month, day: day, hour: 0, minute: 0, second: 0))
        }
        switch reference {
        case .date(let year, let month, let day): return midnight(year, month, day)
        case .yesterday:
            let today = zone.civilTime(at: now.seconds)
            return midnight(today.year, today.month, today.day - 1)
        case .time(let time):
            return FileTime(seconds: end.seconds - (time.second == nil ? 59 : 0))
        default: return end
        }
    }
}

extension ListReport {
    /// The lists of several datasets as one.
    package init(merging reports: [ListReport]) {
        self.init(
            dataset: reports.count == 1 ? reports[0].dataset : nil,
            snapshots: reports.flatMap(\.snapshots), datasets: reports.flatMap(\.datasets))
    }
}
