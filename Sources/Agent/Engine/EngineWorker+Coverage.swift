import Configuration
import ControlProtocol
import LinuxSystem
import SnapshotModel
import SnapshotStore
import Synchronization
import TreeScanning
import TreeWatching

/// Scanning on a timer what no event can tell of.
extension EngineWorker {
    /// Finds out what is not watched, says so, and sets the timer for it.
    func lookAtCoverage() {
        let watching = services.watcher.statistics(engine.watchID)
        let system = fileSystem()
        let remote = system.flatMap { $0.isRemote ? $0.name : nil }
        engine.published.withLock { $0.remoteFileSystem = remote }
        isLayered = system?.isLayered ?? false
        if let system, remote != nil || isLayered, !isRemoteTold {
            isRemoteTold = true
            let interval = DurationText.text(engine.configuration.scanInterval)
            let place = isLayered ? "in its layers" : "elsewhere"
            services.report(
                .alarm, dataset: name,
                "\(system.name) sends no events for changes made \(place): "
                    + "scanned every \(interval)",
                level: isLayered ? .information : .warning)
        }
        let directories = engine.published.withLock { $0.lastSnapshot?.counts.directories }
        let gap = CoverageGap(
            watching, directories: directories, scannedEvery: engine.configuration.scanInterval)
        if let gap {
            engine.raise(.gap, gap.message, remedy: gap.remedy)
        } else {
            engine.clearAlarm(.gap)
        }
        let mustScan = remote != nil || isLayered || !watching.uncovered.isEmpty
        let next = MonotonicInstant.now + engine.configuration.scanInterval
        engine.mailbox.update { state in
            state.scanDue = mustScan ? min(state.scanDue ?? next, next) : nil
        }
    }

    /// Looks through everything that is not watched; the watcher tries again to watch it on the way.
    func scanUncovered() {
        let next = MonotonicInstant.now + engine.configuration.scanInterval
        engine.mailbox.update { $0.scanDue = next }
        guard !isPaused else { return }
        if engine.published.withLock({ $0.remoteFileSystem }) != nil {
            fullWalkReason = "remote"
        } else if isLayered {
            fullWalkReason = "layers"
        } else {
            unseenTrees.formUnion(
                services.watcher.statistics(engine.watchID).uncovered.map(\.path))
        }
        snapshotOrReport(.timer)
        lookAtCoverage()
    }

    /// Notices at a wake-up that time did not pass as it should have: then everything is compared.
    func lookAtClocks() {
        guard let event = clocks.look(services.clocks()) else { return }
        fullWalkReason = event
        services.report(.change, dataset: name, "\(event): everything is compared")
        engine.mailbox.update { $0.tell(.requested, at: .now) }
        guard !isPaused else { return }
        do throws(UserError) {
            // It looks at the clocks before it lets anything expire, and stops that if they jumped.
            try prune()
        } catch {
            engine.raise(error)
        }
    }

    /// The file system of the directory, `nil` if the directory cannot be opened.
    private func fileSystem() -> FileSystemInformation? {
        try? TreeScanner.openRoot(engine.configuration.path).fileSystem()
    }
}
