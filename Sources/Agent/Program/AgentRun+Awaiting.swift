import Configuration
import ControlProtocol
import LinuxSystem
import SnapshotModel

/// Waiting for stores that are not at their paths: a disk may be mounted after the agent was started.
extension AgentRun {
    /// How often stores are looked for.
    static let lookingInterval = Duration.seconds(5)

    /// Starts a dataset, or waits for its store where a configuration file names it: `nil` then.
    ///
    /// Who names a directory in a terminal is told at once.
    func startOrAwait(_ dataset: DatasetConfiguration) throws(UserError) -> DatasetEngine? {
        do throws(UserError) {
            let engine = try start(dataset)
            forget(dataset.name)
            return engine
        } catch {
            guard error.code == .storeAbsent, case .file = source else { throw error }
            awaitStore(of: dataset, error)
            return nil
        }
    }

    /// Looks for the stores that are waited for, and returns the datasets that are served from now on.
    func lookForStores() -> [DatasetEngine] {
        awaited.map(\.configuration).compactMap { dataset in
            do throws(UserError) {
                return try startOrAwait(dataset)
            } catch {
                // It is there, and something else is wrong with it or with the directory.
                awaitStore(of: dataset, error)
                return nil
            }
        }
    }

    /// Drops those that a changed configuration does not have.
    func keepAwaiting(_ datasets: [DatasetConfiguration]) {
        for dataset in awaited.map(\.configuration) where !datasets.contains(dataset) {
            forget(dataset.name)
        }
    }

    private func awaitStore(of dataset: DatasetConfiguration, _ refusal: UserError) {
        let index = awaited.firstIndex { $0.configuration.name == dataset.name }
        let old = index.map { awaited[$0] }
        let now = AwaitedDataset(dataset, refusal, since: old?.alarm.since ?? WallClock.now())
        if let index { awaited[index] = now } else { awaited.append(now) }
        guard old?.alarm != now.alarm else { return }
        services.report(
            .alarm, dataset: dataset.name, "\(now.alarm.code): \(now.alarm.message)",
            level: .error)
        services.log.write(.error, "  do: \(now.alarm.remedy)")
        if old == nil {
            services.hooks.run(dataset.onAlarm, for: now.alarm, of: dataset.name, .begin)
        }
    }

    private func forget(_ name: String) {
        guard let index = awaited.firstIndex(where: { $0.configuration.name == name }) else {
            return
        }
        let ended = awaited.remove(at: index)
        services.report(.over, dataset: name, "\(ended.alarm.code): \(ended.alarm.message)")
        services.hooks.run(
            ended.configuration.onAlarm, for: ended.alarm, of: name, .end)
    }
}
