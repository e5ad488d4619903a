import Configuration
import ControlProtocol
import LinuxSystem
import SnapshotModel
import SnapshotStore
import Synchronization

/// Problems that last: each is told once when it begins and once when it ends.
extension DatasetEngine {
    /// Begins an alarm, or gives it other words.
    ///
    /// One that is raised again after a restart has lasted since the moment given.
    func raise(
        _ code: AlarmCode, _ message: String, remedy: String, isGrave: Bool = false,
        since: FileTime? = nil
    ) {
        raise(code.rawValue, message, remedy: remedy, isGrave: isGrave, since: since)
    }

    private func raise(
        _ code: String, _ message: String, remedy: String, isGrave: Bool, since: FileTime?
    ) {
        let (alarm, isNew) = published.withLock { state -> (Alarm?, Bool) in
            let old = state.alarms[code]
            guard old?.message != message || old?.remedy != remedy else { return (nil, false) }
            let alarm = Alarm(
                code: code, since: old?.since ?? since ?? WallClock.now(), message: message,
                remedy: remedy, isGrave: isGrave)
            state.alarms[code] = alarm
            return (alarm, old == nil)
        }
        guard let alarm else { return }
        services.report(
            .alarm, dataset: configuration.name, "\(code): \(message)",
            level: isGrave ? .error : .warning)
        services.log.write(isGrave ? .error : .warning, "  do: \(remedy)")
        services.statusChanged()
        guard isNew else { return }
        services.hooks.run(configuration.onAlarm, for: alarm, of: configuration.name, .begin)
    }

    /// Makes a failure a lasting alarm.
    func raise(_ error: UserError) {
        let alarm = Alarm(error, since: WallClock.now())
        raise(alarm.code, alarm.message, remedy: alarm.remedy, isGrave: true, since: nil)
    }

    /// Ends an alarm.
    func clearAlarm(_ code: AlarmCode) { clearAlarm(code.rawValue) }

    /// Ends the alarm of an error.
    func clearAlarm(_ code: ErrorCode) { clearAlarm(code.alarm) }

    private func clearAlarm(_ code: String) {
        let ended = published.withLock { $0.alarms.removeValue(forKey: code) }
        guard let ended else { return }
        services.report(
            .over, dataset: configuration.name, "\(ended.code): \(ended.message)")
        services.statusChanged()
        services.hooks.run(configuration.onAlarm, for: ended, of: configuration.name, .end)
    }

    /// Ends all alarms, for the engine that takes this one's place raises anew what still holds.
    func clearAlarms() {
        for code in published.withLock({ $0.alarms.keys.sorted() }) { clearAlarm(code) }
    }

    /// Shows as an alarm what stops expiry, and ends it when a person has lifted that.
    func showBrakes() {
        guard let brake = store.brakes.first else {
            clearAlarm(.brake)
            return
        }
        raise(
            .brake, "\(brake.reason): nothing expires any more", remedy: brake.remedy)
    }
}
