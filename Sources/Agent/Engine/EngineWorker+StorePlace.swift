import Configuration
import ControlProtocol
import LinuxSystem
import SnapshotModel
import SnapshotStore

/// Not saving into a store that is not where it belongs: nobody would find the snapshots.
extension EngineWorker {
    private static let patience = Duration.seconds(5)

    /// Makes sure that the store is still at its path.
    ///
    /// - Throws: `paused` if it is not.
    func checkStore() throws(UserError) {
        guard let problem = engine.storeProblem() else { return }
        engine.mailbox.update { $0.storeDue = MonotonicInstant.now + Self.patience }
        throw problem
    }

    /// Goes on saving if the store is back.
    func lookAtStore() {
        engine.mailbox.update { $0.storeDue = nil }
        do throws(UserError) {
            try checkStore()
        } catch {
            return
        }
        if !isPaused { engine.clearAlarm(AlarmCode.paused) }
        snapshotOrReport(.change)
    }
}

extension DatasetEngine {
    /// What is wrong with the place of the store, `nil` if the store is there.
    func storeProblem() -> UserError? {
        let why: String
        do throws(SystemError) {
            let status = try FileDescriptor.status(of: store.path, following: true)
            guard status.identity != storePlace else { return nil }
            why = "another directory is in its place"
        } catch {
            why = error.errno.message
        }
        let path = store.path.display
        return UserError(
            .paused, "cannot save \(configuration.name) into its store \(path)", why: why,
            remedy: "put the store back, or mount it; saving goes on by itself", subject: path)
    }
}
