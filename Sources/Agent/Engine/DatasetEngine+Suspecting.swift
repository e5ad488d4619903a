import Configuration
import ControlProtocol
import LinuxSystem
import SnapshotModel
import SnapshotStore
import StoreCommands
import Synchronization

/// Judging what readers of the store met that looks damaged, so that it is known whoever met it.
extension DatasetEngine {
    private static let moment = Duration.seconds(1)
    private static let patience = Duration.seconds(30)

    /// Has the engine's thread judge what readers meet from now on.
    func watchForDamage() {
        let mailbox = mailbox
        store.onDamage { mailbox.update { $0.suspectsDue = MonotonicInstant.now } }
    }

    /// Examines the store on a thread of its own, while nothing is swept or repaired.
    func judgeSuspects() {
        mailbox.update { $0.suspectsDue = nil }
        guard storeProblem() == nil else { return judgeLater(after: Self.patience) }
        let progress = JobProgress()
        guard beginSweep(RunningSweep(progress: progress, isIdle: true)) else {
            return judgeLater(after: Self.moment)
        }
        do throws(SystemError) {
            try Thread.detach(name: "examiner") { [self] in
                defer { endSweep() }
                ThreadPriority.makeIdle()
                do throws(UserError) {
                    if let found = try store.examineSuspects(progress) { take(found) }
                } catch {
                    // Nothing is known: no alarm, and another try.
                    let isCalledOff = error.code == .interrupted
                    judgeLater(after: isCalledOff ? Self.moment : Self.patience)
                }
            }
        } catch {
            endSweep()
            judgeLater(after: Self.patience)
        }
    }

    private func judgeLater(after time: Duration) {
        mailbox.update { $0.suspectsDue = MonotonicInstant.now + time }
    }

    private func take(_ found: StoreVerification) {
        guard !found.damage.isEmpty else { return }
        brake(found.damage.map { DamageReport($0) })
        services.report(
            .verify, dataset: configuration.name,
            "DAMAGED: \(Counted.text(found.damage.count, "place")) in "
                + "\(Counted.text(found.snapshots, "snapshot")), met by who read it",
            level: .error)
    }
}
