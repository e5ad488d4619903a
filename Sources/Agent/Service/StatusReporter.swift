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
        // In this order no change is between two of them: the watcher tells the mailbox what is dirty
        // before it answers, and a snapshot ends in the mailbox before it ends here.
        let watching = engine.services.watcher.statistics(engine.watchID)
        let mailbox = engine.mailbox.read { $0 }
        let published = engine.published.withLock { $0 }
        let store = engine.storeSummary()
        let storeProblem = engine.storeProblem()
        let alarms = alarms(published, mailbox, storeProblem, store.room.shortage)
        let dirty = watching.dirty + (mailbox.doubtDue == nil ? 0 : 1)
        let oldest = mailbox.oldestUnsaved.map { wallTime(of: $0) }
        return DatasetStatus(
            name: engine.configuration.name, path: engine.configuration.path.display,
            state: state(
                published, mailbox, watching, storeProblem, isShort: store.room.shortage != nil),
            dirty: dirty,
            watches: watching.watches, watchLimit: watching.watchLimit,
            overflows: watching.overflows, uncovered: uncovered(published, watching),
            lastFullWalk: published.lastFullWalk.map(time),
            lastSnapshot: published.lastSnapshot.map(lastSnapshot),
            maxLoss: Int(engine.configuration.maxLoss.components.seconds),
            alarms: alarms.map(alarm),
            unsaved: UnsavedReport(count: dirty, oldest: oldest.map(time)),
            verdict: verdict(published, alarms),
            files: published.lastSnapshot?.counts.files ?? 0, directories: watching.directories,
            nextSnapshot: nextSnapshot(mailbox), progress: progress(mailbox),
            store: StoreStatus(
                path: engine.store.path.display, snapshots: store.snapshots,
                bytes: store.room.taken, free: store.room.free,
                verified: published.lastVerified.map(time),
                lacking: engine.store.snapshots.filter { !$0.lost.isEmpty }.map(\.number)))
    }

    private func state(
        _ published: PublishedState, _ mailbox: EngineMailbox, _ watching: WatchStatistics,
        _ storeProblem: UserError?, isShort: Bool
    ) -> DatasetState {
        let full = published.alarms[AlarmCode.full.rawValue]
        if full?.isGrave == true { return .full }
        let isPaused = published.alarms[AlarmCode.paused.rawValue] != nil
        if mailbox.rootGone != nil || storeProblem != nil || isPaused { return .paused }
        if published.isSnapshotting { return .snapshotting }
        if mailbox.settler.oldestUnsaved != nil { return .settling }
        return watching.uncovered.isEmpty && published.remoteFileSystem == nil && !isShort
            ? .watching : .degraded
    }

    private func verdict(_ published: PublishedState, _ alarms: [Alarm]) -> Verdict {
        if alarms.contains(where: \.isGrave) { return .unprotected }
        // Before the first walk of this run nobody knows what changed while no agent watched.
        guard alarms.isEmpty, published.lastFullWalk != nil,
            let last = published.lastSnapshot, last.isWhole,
            lost(of: last) == 0
        else { return .gaps }
        return .ok
    }

    /// What lasts, the worst first.
    private func alarms(
        _ published: PublishedState, _ mailbox: EngineMailbox, _ storeProblem: UserError?,
        _ shortage: StoreRoom.Shortage?
    ) -> [Alarm] {
        // The engine tells of a broken promise once; how old the change is grows until it is saved.
        var found = published.alarms.values.filter { $0.code != Lateness.code.rawValue }
        if let late = lateness(published, mailbox) { found.append(late) }
        // The watcher knows before the engine, which may be busy; who asks is to know at once.
        if let reason = mailbox.rootGone, published.alarms[AlarmCode.paused.rawValue] == nil {
            found.append(Alarm(engine.rootProblem(why: reason), since: now))
        }
        // The engine looks at the store when it needs it; who asks is to know at once too.
        if let storeProblem, published.alarms[storeProblem.code.alarm] == nil {
            found.append(Alarm(storeProblem, since: now))
        }
        let full = published.alarms[AlarmCode.full.rawValue]
        if full?.isGrave != true {
            found.removeAll { $0.code == AlarmCode.full.rawValue }
            if let shortage {
                found.append(
                    Alarm(shortage, of: engine.store.path, since: full?.since ?? now))
            }
        }
        return found.sorted {
            ($0.isGrave ? 0 : 1, $0.since, $0.code) < ($1.isGrave ? 0 : 1, $1.since, $1.code)
        }
    }

    /// The promise, measured on the oldest unsaved change and on the last full walk.
    ///
    /// The engine tells of it too, but not while it is busy with the very job that takes too long.
    private func lateness(_ published: PublishedState, _ mailbox: EngineMailbox) -> Alarm? {
        let configuration = engine.configuration
        if let late = Lateness(mailbox, promise: configuration.maxLoss, at: instant) {
            let since = instant + (late.promise - late.age)
            return Alarm(
                code: Lateness.code.rawValue, since: wallTime(of: since), message: late.message,
                remedy: late.remedy, isGrave: true)
        }
        guard mailbox.rootGone == nil, let walked = published.lastFullWalk,
            let walk = OverdueWalk(walked, configuration, at: now)
        else { return nil }
        return Alarm(
            code: Lateness.code.rawValue, since: walk.since, message: walk.message,
            remedy: walk.remedy,
            isGrave: true)
    }

    private func uncovered(
        _ published: PublishedState, _ watching: WatchStatistics
    ) -> [UncoveredReport] {
        let interval = Int(engine.configuration.scanInterval.components.seconds)
        let remote = published.remoteFileSystem.map {
            UncoveredReport(
                path: .root, reason: "\($0) sends no events for changes made elsewhere",
                scannedEvery: interval)
        }
        return [remote].compactMap(\.self)
            + watching.uncovered.map {
                UncoveredReport(path: $0.path, reason: $0.reason, scannedEvery: interval)
            }
    }

    private func alarm(_ alarm: Alarm) -> AlarmReport {
        AlarmReport(
            code: alarm.code, since: time(alarm.since), message: alarm.message,
            remedy: alarm.remedy)
    }

    private func lastSnapshot(_ record: SnapshotRecord) -> LastSnapshot {
        LastSnapshot(
            number: record.number,
            created: ReportTime(record.created, utcOffset: record.utcOffset),
            missing: record.missingCount + lost(of: record),
            tooLarge: record.missing.count - record.missingCount)
    }

    /// How much of a snapshot the store lost.
    private func lost(of record: SnapshotRecord) -> Int {
        (try? engine.store.snapshot(record.number))?.lost.count ?? 0
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
