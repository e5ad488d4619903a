import Configuration
import ControlProtocol
import LinuxSystem
import SnapshotModel

/// A dataset whose store was not at its path when the agent began with it: it is served as soon as the store is there.
struct AwaitedDataset: Sendable {
    let configuration: DatasetConfiguration
    /// What a client hears that asks for it.
    let error: UserError
    /// The same for `status`, since when it lasts.
    let alarm: Alarm

    /// Makes it of what its store's opening threw.
    init(_ configuration: DatasetConfiguration, _ refusal: UserError, since: FileTime) {
        self.configuration = configuration
        let store = configuration.store.display
        error = UserError(
            .paused, "cannot save \(configuration.name) into its store \(store)",
            why: refusal.code == .storeAbsent ? "it is not there" : refusal.message,
            remedy: refusal.remedy, subject: store)
        alarm = Alarm(error, since: since)
    }

    /// What `status` says of it: nothing is known but that nothing is saved.
    func status(watchLimit: Int, _ zone: any ZoneRules) -> DatasetStatus {
        let since = ReportTime(
            alarm.since, utcOffset: zone.civilTime(at: alarm.since.seconds).utcOffset)
        return DatasetStatus(
            name: configuration.name, path: configuration.path.display, state: .paused, dirty: 0,
            watches: 0, watchLimit: watchLimit, overflows: 0, uncovered: [],
            maxLoss: Int(configuration.maxLoss.components.seconds),
            alarms: [
                AlarmReport(
                    code: alarm.code, since: since, message: alarm.message, remedy: alarm.remedy)
            ],
            unsaved: UnsavedReport(), verdict: .unprotected, files: 0, directories: 0,
            store: StoreStatus(path: configuration.store.display, snapshots: 0, bytes: 0, free: 0))
    }
}
