import Configuration
import ControlProtocol
import LinuxSystem
import SnapshotArchive
import SnapshotModel
import StoreCommands
import SnapshotStore
import Synchronization
import TreeScanning
import TreeWatching

/// What follows a snapshot, and what is done from time to time.
extension EngineWorker {
    /// Forgets why more than the dirty directories had to be looked at: what was found is durable.
    func forgetWhatIsSaved() {
        unseenTrees = []
        rotten = []
        guard let walkBegan else { return }
        engine.published.withLock { $0.lastFullWalk = walkBegan }
        let allowed = OverdueWalk.allowed(engine.configuration)
        engine.mailbox.update { $0.walkOverdue = MonotonicInstant.now + allowed }
        fullWalkReason = nil
        takesSample = false
        forgetDoubt()
    }

    /// Makes it an alarm that everything was not compared when it should have been.
    func tellOverdue() {
        let walked = engine.published.withLock { $0.lastFullWalk }
        guard let walked,
            let walk = OverdueWalk(walked, engine.configuration, at: WallClock.now())
        else { return }
        engine.raise(Lateness.code, walk.message, remedy: walk.remedy, isGrave: true)
    }

    /// Makes a broken promise an alarm.
    func tellLate() {
        let mailbox = engine.mailbox.read { $0 }
        guard let late = Lateness(mailbox, promise: engine.configuration.maxLoss, at: .now) else {
            return
        }
        engine.raise(Lateness.code, late.message, remedy: late.remedy, isGrave: true)
    }

    /// Remembers which files never rest, and ends the alarm on the promise unless one of them breaks it.
    private func keepThePromise(_ record: SnapshotRecord) {
        let now = MonotonicInstant.now
        let paths = record.missing.filter { $0.reason == .torn }.map(\.path)
        torn = Dictionary(
            paths.map { ($0, torn[$0] ?? now) }, uniquingKeysWith: { first, _ in first })
        let worst = torn.min { ($0.value, $0.key) < ($1.value, $1.key) }
        let promise = engine.configuration.maxLoss
        let isLate = engine.mailbox.update { state -> Bool in
            state.restless = worst.map { RestlessFile(path: $0.key, since: $0.value) }
            state.isLate = worst.map { now - $0.value >= promise } ?? false
            return state.isLate
        }
        if isLate { tellLate() } else { engine.clearAlarm(Lateness.code) }
    }

    /// Labels, tells, prunes, and marks what must be read again.
    func settleAfter(_ result: SnapshotResult, label: String?) throws(UserError) {
        var snapshot = result.snapshot
        let record = snapshot.record
        engine.published.withLock { $0.lastSnapshot = record }
        // Before anybody can read that all was compared: what is not watched is no small print.
        lookAtCoverage()
        forgetWhatIsSaved()
        if let label { snapshot = try store.label(snapshot.number, label) }
        for code in Self.lasting where code != .storeFull { engine.clearAlarm(code) }
        keepThePromise(snapshot.record)
        tellUnreadable(snapshot.record)
        defer {
            // What pruning freed counts.
            tellShortage()
            services.statusChanged()
        }
        guard case .created = result else { return }
        report(snapshot.record)
        retryTorn(snapshot.record)
        checkAfterwards(snapshot)
        do throws(UserError) {
            if let evidence { unjudged.append((snapshot.record, evidence)) }
            evidence = nil
            while let (record, evidence) = unjudged.first {
                try judge(record, evidence)
                unjudged.removeFirst()
            }
            try prune()
        } catch {
            // The snapshot itself is safe: what judging and pruning meet is a matter of its own.
            engine.raise(error)
        }
    }

    /// Compares everything with the snapshot that is the newest now: the one that was is deleted, or back.
    func compareWithNewest() {
        engine.published.withLock { $0.lastSnapshot = store.newest?.record }
        engine.mailbox.update { $0.tell(.requested, at: .now) }
    }

    /// Applies the policy; a brake is an alarm, not a failure.
    func prune() throws(UserError) {
        let outcome = try store.prune(
            engine.configuration.retention, zone: services.zone, dryRun: false)
        report(expired: outcome.expired)
        engine.showBrakes()
    }

    /// Applies the policy as a client asks, or says what it would do.
    func prune(
        _ parameters: PruneParameters, _ commands: StoreCommands
    ) throws(UserError) -> PruneReport {
        // What the directory holds now is not known, so what may go is not either.
        if !parameters.dryRun {
            try checkRoot()
            try checkStore()
        }
        let report = try commands.prune(parameters, policy: engine.configuration.retention)
        if !parameters.dryRun {
            self.report(
                expired: report.decisions.filter { $0.decision == .expire }.map(\.number))
        }
        return report
    }

    private func report(expired numbers: [Int]) {
        for number in numbers {
            services.report(.expired, dataset: name, snapshot: number, "by the policy")
        }
    }

    /// Compares everything, as no event can show all changes, and removes what has been expired long enough.
    func keepHouse() {
        fullWalkReason = "timer"
        services.watcher.refresh(engine.watchID)
        takesSample = true
        engine.mailbox.update {
            $0.housekeepingDue = MonotonicInstant.now + engine.configuration.verifyInterval
        }
        guard !isPaused else { return }
        do throws(UserError) {
            try checkStore()
            try store.countRunning()
            _ = try store.purge()
            store.patching()?.trim()
            engine.sweepWhileIdle()
        } catch {
            engine.raise(error)
        }
        snapshotOrReport(.timer)
    }

    private func report(_ record: SnapshotRecord) {
        let counts = record.counts
        var parts = [(counts.added, "+"), (counts.changed, "~"), (counts.removed, "-")]
        parts += [(counts.moved, ">"), (counts.metadata, "=")]
        let changes = parts.filter { $0.0 > 0 }.map { "\($0.1)\($0.0)" }.joined(separator: " ")
        let missing = record.missingCount > 0 ? ", \(record.missingCount) missing" : ""
        services.report(
            .snapshot, dataset: name, snapshot: record.number,
            "\(record.reason.rawValue), \(changes.isEmpty ? "none" : changes), "
                + "\(DurationText.taken(.nanoseconds(record.duration)))\(missing)")
    }

    /// Has libzip examine a zip that was too large for it before it was published.
    private func checkAfterwards(_ snapshot: StoredSnapshot) {
        let entries = snapshot.record.counts.files + snapshot.record.counts.directories
        guard entries > Self.entriesCheckedBeforePublish else { return }
        do throws(UserError) {
            try ForeignCheck.check(try store.view(snapshot.number).archive)
        } catch {
            engine.raise(error)
            do throws(UserError) {
                try store.brake(.verifyFailed, "\(snapshot.number): \(error.message)")
            } catch {
                engine.raise(error)
            }
        }
    }

    /// A file that was torn is read again as soon as it rests.
    private func retryTorn(_ record: SnapshotRecord) {
        let torn = record.missing.filter { $0.reason == .torn }.map(\.path)
        guard !torn.isEmpty else { return }
        var dirty = DirtySet()
        for path in torn { dirty.insert(path.parent ?? .root, .names([path.name])) }
        services.watcher.putBack(engine.watchID, dirty)
        engine.mailbox.update { $0.tell(.changed(deletesOnly: false), at: MonotonicInstant.now) }
    }
}
