import ControlProtocol
import LinuxSystem
import SnapshotModel
import SnapshotStore
import Synchronization

/// Learning soon what somebody does to the store by hand.
extension DatasetEngine {
    /// Looks whether the store's zips are as they were left, and raises what is wrong; that costs next to nothing.
    ///
    /// A store that cannot be looked into is left to whoever needs it, and says what is wrong.
    func noticeChanges() {
        // A snapshot under way looks itself.
        guard storeProblem() == nil, !published.withLock({ $0.isSnapshotting }),
            (try? store.noticeChanges()) == true
        else { return }
        showBrakes()
        published.withLock { state in
            let newest = store.newest?.record
            if newest?.id != state.lastSnapshot?.id { state.lastSnapshot = newest }
        }
        mailbox.update { $0.storeChanged = true }
    }
}

extension EngineWorker {
    /// Saves again what zips held that are gone.
    func makeUpForZips() {
        guard !isPaused else { return }
        fullWalkReason = "zips of the store changed"
        snapshotOrReport(.change)
    }
}
