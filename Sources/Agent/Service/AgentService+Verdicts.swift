import Configuration
import ControlProtocol
import LinuxSystem
import SnapshotModel
import SnapshotStore
import Synchronization

/// What the verification of a store came to, for the engine that serves the store when it ends.
///
/// A reload gives the store to another engine, and a verification may run for hours.
struct StoreVerdict: Sendable {
    /// What the client hears.
    let report: VerifyReport
    /// Whether it is about the whole store, not one snapshot.
    let isOnAll: Bool
    /// What is not as it was written, if the store's catalog was not told.
    let unknown: StoreVerification?
    private let uuid: String
    private let path: BytePath

    /// Makes the verdict on a store as it was opened when the verification began.
    init(on store: Store, _ report: VerifyReport, isOnAll: Bool, found: StoreVerification?) {
        self.report = report
        self.isOnAll = isOnAll
        unknown = store.isReleased ? found : nil
        (uuid, path) = (store.uuid, store.path)
    }

    /// Whether it is about this store, however often that was opened since.
    func isAbout(_ store: Store) -> Bool { store.uuid == uuid && store.path == path }
}

extension AgentService {
    /// Gives a verdict to the engine that serves the store; while there is none, it waits for one.
    func pass(_ verdict: StoreVerdict) {
        // One that gives its store up meanwhile is not asked again.
        while let engine = engine(for: verdict), !engine.take(verdict) {}
    }
}

extension DatasetEngine {
    /// Whether a verdict is about the store that this engine may change.
    func serves(_ verdict: StoreVerdict) -> Bool {
        verdict.isAbout(store) && !store.isReleased
    }

    /// Takes in what a verification came to, of the whole store or of one snapshot.
    ///
    /// - Returns: `false` if this engine has given its store up to another one.
    func take(_ verdict: StoreVerdict) -> Bool {
        let name = configuration.name
        guard let verified = verdict.report.datasets.first else { return true }
        if !verified.ok {
            guard brake(verified.damage) else { return false }
            do throws(UserError) {
                if let unknown = verdict.unknown { try store.distrust(unknown) }
            } catch {
                guard !store.isReleased else { return false }
                raise(error)
            }
        }
        if verified.ok, verdict.isOnAll {
            published.withLock { $0.lastVerified = WallClock.now() }
        }
        // Looking at all zips may have found some missing.
        showBrakes()
        services.report(
            .verify, dataset: name,
            verified.ok
                ? "good: \(Counted.text(verified.snapshots, "snapshot"))"
                : "DAMAGED: \(Counted.text(verified.damage.count, "place")) in "
                    + Counted.text(verified.snapshots, "snapshot"),
            level: verified.ok ? .information : .error)
        return true
    }
}
