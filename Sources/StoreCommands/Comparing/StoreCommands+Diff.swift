package import ControlProtocol
internal import LinuxSystem
package import SnapshotModel
internal import SnapshotStore

extension StoreCommands {
    /// What differs between two snapshots, a snapshot and the one before it, or a snapshot and now.
    ///
    /// - Parameters:
    ///   - parameters: The two sides as typed.
    ///   - live: Makes the directory as it is now; `nil` where that cannot be compared.
    /// - Returns: The differences, sorted by path.
    /// - Throws: If a side cannot be found or read.
    package func diff(
        _ parameters: DiffParameters, live: (any LiveTree)? = nil
    ) throws(UserError) -> DiffReport {
        let first = try snapshotReference(parameters.from.bytes)
        guard let to = parameters.to else {
            guard let older = before(first) else { throw oldest(first) }
            return try compare(older, first)
        }
        let reference = try SnapshotReference.parse(to.bytes)
        guard reference.base == .live else { return try compare(first, try resolve(reference)) }
        guard let live else {
            throw UserError(
                .agentAbsent, "only an agent can compare with the directory as it is now",
                remedy: "leave out --store, or name two snapshots")
        }
        let view = try view(first)
        let now = try live.side { path in try view.entry(at: path) }
        return try report(
            from: .snapshot(first.number), SnapshotSide(view: view), to: .live, now)
    }

    private func snapshotReference(_ text: [UInt8]) throws(UserError) -> StoredSnapshot {
        try resolve(try SnapshotReference.parse(text))
    }

    private func compare(
        _ older: StoredSnapshot, _ newer: StoredSnapshot
    ) throws(UserError) -> DiffReport {
        try report(
            from: .snapshot(older.number), SnapshotSide(view: try view(older)),
            to: .snapshot(newer.number), SnapshotSide(view: try view(newer)))
    }

    private func report(
        from: DiffEnd, _ before: any DiffSide, to: DiffEnd, _ after: any DiffSide
    ) throws(UserError) -> DiffReport {
        progress.begin("comparing")
        let changes = try explaining {
            var comparison = TreeComparison(before: before, after: after, progress: progress)
            return try comparison.run()
        }
        return DiffReport(
            dataset: dataset, from: from, to: to, changes: changes,
            summary: ChangeSummary(changes))
    }

    private func oldest(_ snapshot: StoredSnapshot) -> UserError {
        UserError(
            .noSnapshot, "\(snapshot.number) of \(dataset) is the oldest, there is none before it",
            remedy: "snapctl ls \(snapshot.number)", subject: "\(snapshot.number)")
    }
}

extension ChangeSummary {
    /// The counts of some changes.
    package init(_ changes: [ChangeReport]) {
        self.init()
        for change in changes {
            switch change.kind {
            case .added: added += 1
            case .changed: changed += 1
            case .removed: removed += 1
            case .moved: moved += 1
            case .metadata: metadata += 1
            case .type: type += 1
            }
            bytes += (change.sizeAfter ?? 0) - (change.sizeBefore ?? 0)
        }
    }
}
