import LinuxSystem
import SnapshotModel
import TreeWatching

/// When only a walk can tell whether a file changed under a name that came and went.
extension EngineWorker {
    /// A walk that takes no longer is made at once: the settler spaces snapshots by far more.
    private static let cheapWalk = Duration.milliseconds(100)
    /// Dearer ones may take this share of the time: one part of so many.
    private static let walkShare = 100

    /// Whether the snapshot that begins must walk because of a doubt; one that can wait gets its time.
    func mustSettleDoubt(_ dirty: DirtySet) -> Bool {
        if dirty.isDoubtful { isInDoubt = true }
        guard isInDoubt else { return false }
        let due = lastWalk.ended + lastWalk.cost * Self.walkShare
        if lastWalk.cost <= Self.cheapWalk || due <= .now { return true }
        engine.mailbox.update { $0.doubtDue = due }
        return false
    }

    /// Remembers what a walk cost.
    func noteWalk(since began: MonotonicInstant) {
        let ended = MonotonicInstant.now
        lastWalk = (ended, ended - began)
    }

    /// Takes in that everything was compared and is saved.
    func forgetDoubt() {
        isInDoubt = false
        engine.mailbox.update { $0.doubtDue = nil }
    }

    /// Makes the walk that had to wait.
    func settleDoubt() {
        engine.mailbox.update { $0.doubtDue = nil }
        guard !isPaused, isInDoubt else { return }
        fullWalkReason = "names came and went"
        snapshotOrReport(.timer)
    }
}
