import Configuration
import ControlProtocol
import LinuxSystem
import SnapshotModel
import SnapshotStore
import Synchronization
import TreeWatching

/// Puts together what `status` shows of one dataset, from values that other threads publish.
struct StatusReporter {
    let engine: DatasetEngine
    let zone: any ZoneRules
    let now: FileTime
    let instant: MonotonicInstant

    /// The dataset's status.
    func report() -> DatasetStatus {
        let published = engine.published.withLock { $0 }
        let mailbox = engine.mailbox.read { $0 }
        let watching = engine.services.watcher.statistics(engine.watchID)
        let store = engine.storeSummary()
        let alarms = alarms(published, mailbox, watching)
        let oldest = mailbox.settler.oldestUnsaved.map { wallTime(of: $0) }
        return DatasetStatus(
            name: engine.configuration.name, path: engine.configuration.path.display,
            state: state(published, mailbox, watching), dirty: watching.dirty,
            watches: watching.watches, watchLimit: watching.watchLimit,
            overflows: watching.overflows, uncovered: uncovered(watching),
            lastFullWalk: published.lastFullWalk.map(time),
            lastSnapshot: published.lastSnapshot.map(lastSnapshot),
            maxLoss: Int(engine.configuration.maxLoss.components.seconds), alarms: alarms,
            unsaved: UnsavedReport(count: watching.dirty, oldest: oldest.map(time)),
            verdict: verdict(published, alarms, watching),
            files: published.lastSnapshot?.counts.files ?? 0, directories: watching.directories,
            nextSnapshot: nextSnapshot(mailbox), progress: progress(mailbox),
            store: StoreStatus(
                path: engine.store.path.display, snapshots: store.snapshots, bytes: store.bytes,
                free: store.free, verified: published.lastVerified.map(time)))
    }

    private func state(
        _ published: PublishedState, _ mailbox: EngineMailbox, _ watching: WatchStatistics
    ) -> DatasetState {
        if published.alarms[ErrorCode.storeFull.rawValue] != nil { return .full }
        if mailbox.rootGone != nil || published.alarms[ErrorCode.paused.rawValue] != nil {
            return .paused
        }
        if published.isSnapshotting { return .snapshotting }
        if mailbox.settler.oldestUnsaved != nil { return .settling }
        return watching.uncovered.isEmpty ? .watching : .degraded
    }

    private func verdict(
        _ published: PublishedState, _ alarms: [AlarmReport], _ watching: WatchStatistics
    ) -> Verdict {
        if published.alarms.values.contains(where: \.isGrave) || alarms.contains(where: isLate) {
            return .unprotected
        }
        guard alarms.isEmpty, let last = published.lastSnapshot, last.isWhole else { return .gaps }
        return .ok
    }

    private func isLate(_ alarm: AlarmReport) -> Bool { alarm.code == "late" }

    private func alarms(
        _ published: PublishedState, _ mailbox: EngineMailbox, _ watching: WatchStatistics
    ) -> [AlarmReport] {
        var found = published.alarms.values.sorted { ($0.since, $0.code) < ($1.since, $1.code) }.map
        {
            AlarmReport(
                code: $0.code, since: time($0.since), message: $0.message, remedy: $0.remedy)
        }
        let promise = engine.configuration.maxLoss
        if let oldest = mailbox.settler.oldestUnsaved, instant - oldest > promise {
            found.append(
                AlarmReport(
                    code: "late", since: time(wallTime(of: oldest + promise)),
                    message: "oldest unsaved change is \(DurationText.text(instant - oldest)) old, "
                        + "promised \(DurationText.text(promise))",
                    remedy: "snapctl snapshot"))
        }
        if !watching.uncovered.isEmpty {
            found.append(
                AlarmReport(
                    code: "gap", since: time(now),
                    message: "\(watching.uncovered.count) of \(watching.directories) directories "
                        + "cannot be watched",
                    remedy: Self.remedy(for: watching)))
        }
        return found
    }

    private static func remedy(for watching: WatchStatistics) -> String {
        let need = watching.watches + watching.uncovered.count
        guard need > watching.watchLimit else { return "make them readable" }
        // Room to grow: a power of two above what is needed.
        var limit = 65_536
        while limit < 2 * need { limit *= 2 }
        return "sudo sysctl fs.inotify.max_user_watches=\(limit)"
    }

    private func uncovered(_ watching: WatchStatistics) -> [UncoveredReport] {
        watching.uncovered.map {
            UncoveredReport(
                path: $0.path, reason: $0.reason,
                scannedEvery: Int(engine.configuration.verifyInterval.components.seconds))
        }
    }

    private func lastSnapshot(_ record: SnapshotRecord) -> LastSnapshot {
        LastSnapshot(
            number: record.number,
            created: ReportTime(record.created, utcOffset: record.utcOffset),
            missing: record.missingCount, tooLarge: record.missing.count - record.missingCount)
    }

    private func nextSnapshot(_ mailbox: EngineMailbox) -> NextSnapshot? {
        guard let due = mailbox.settler.deadline, let oldest = mailbox.settler.oldestUnsaved else {
            return nil
        }
        let latest = oldest + engine.configuration.maxWait
        return NextSnapshot(
            settles: max(0, seconds(due - instant)), latest: max(0, seconds(latest - instant)))
    }

    private func progress(_ mailbox: EngineMailbox) -> ProgressReport? {
        mailbox.current.map { ProgressReport(counters: $0.progress.snapshot()) }
    }

    private func seconds(_ duration: Duration) -> Double {
        Double(duration.wholeNanoseconds) / 1_000_000_000
    }

    private func wallTime(of moment: MonotonicInstant) -> FileTime {
        FileTime(
            seconds: now.seconds - (instant - moment).components.seconds,
            nanoseconds: now.nanoseconds)
    }

    private func time(_ moment: FileTime) -> ReportTime {
        ReportTime(moment, utcOffset: zone.civilTime(at: moment.seconds).utcOffset)
    }
}

extension ProgressReport {
    /// How far a job is by its counters alone, without a rate.
    init(counters: JobProgress.Snapshot) {
        self.init(
            phase: counters.phase, files: counters.files,
            filesTotal: counters.filesTotal > 0 ? counters.filesTotal : nil,
            bytes: counters.bytes, bytesTotal: counters.bytesTotal > 0 ? counters.bytesTotal : nil)
    }
}
