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
    /// Tells the watcher which events matter from now on, and remembers a full comparison.
    func learn(from scanned: ScannedTree, isFull: Bool, at moment: FileTime) {
        engine.relevance.withLock { $0 = scanned.relevance }
        guard isFull else { return }
        engine.published.withLock { $0.lastFullWalk = moment }
        fullWalkReason = nil
    }

    /// Labels, tells, prunes, and marks what must be read again.
    func settleAfter(_ result: SnapshotResult, label: String?) throws(UserError) {
        var snapshot = result.snapshot
        if let label { snapshot = try store.label(snapshot.number, label) }
        engine.published.withLock { $0.lastSnapshot = snapshot.record }
        for code in [ErrorCode.storeFull, .ioError, .paused, .readOnly, .internal] {
            clearAlarm(code.rawValue)
        }
        guard case .created = result else { return }
        report(snapshot.record)
        retryTorn(snapshot.record)
        checkAfterwards(snapshot)
        do {
            try prune()
        } catch {
            // The snapshot itself is safe: what pruning meets is a matter of its own.
            raise(error)
        }
        services.statusChanged()
    }

    /// Applies the policy; a brake is an alarm, not a failure.
    private func prune() throws(UserError) {
        let outcome = try store.prune(
            engine.configuration.retention, zone: services.zone, dryRun: false)
        report(expired: outcome.expired)
        showBrake()
    }

    /// Applies the policy as a client asks, or says what it would do.
    func prune(
        _ parameters: PruneParameters, _ commands: StoreCommands
    ) throws(UserError) -> PruneReport {
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

    /// Shows as an alarm what stops expiry, and ends it when a person has lifted that.
    func showBrake() {
        guard let brake = store.brakes.first else {
            clearAlarm("brake")
            return
        }
        let isNew = engine.published.withLock { state -> Bool in
            guard state.alarms["brake"]?.message != brake.reason else { return false }
            state.alarms["brake"] = Alarm(
                code: "brake", since: WallClock.now(), message: brake.reason,
                remedy: "if that is in order: snapctl --dataset \(name) resume", isGrave: false)
            return true
        }
        if isNew {
            services.report(.alarm, dataset: name, "brake: \(brake.reason)", level: .warning)
            services.statusChanged()
        }
    }

    /// Compares everything, as no event can show all changes, and removes what has been expired long enough.
    func keepHouse() {
        fullWalkReason = "timer"
        engine.mailbox.update {
            $0.housekeepingDue = MonotonicInstant.now + engine.configuration.verifyInterval
        }
        do {
            try store.countRunning()
            _ = try store.purge()
        } catch {
            raise(error)
        }
        if !isPaused { snapshotOrReport(.timer) }
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
            raise(error)
            do throws(UserError) {
                try store.brake(.verifyFailed, "\(snapshot.number): \(error.message)")
            } catch {
                raise(error)
            }
        }
    }

    /// A file that was torn is read again as soon as it rests.
    private func retryTorn(_ record: SnapshotRecord) {
        let torn = record.missing.filter { $0.reason == .torn }.compactMap(\.path.parent)
        guard !torn.isEmpty else { return }
        var dirty = DirtySet()
        for directory in torn { dirty.insert(directory) }
        services.watcher.putBack(engine.watchID, dirty)
        engine.mailbox.update { $0.tell(.changed(deletesOnly: false), at: MonotonicInstant.now) }
    }
}
