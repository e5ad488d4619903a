import Configuration
import LinuxSystem
import SnapshotModel
import SnapshotStore
import Synchronization
import TreeScanning
import TreeWatching

/// Saves one dataset: a thread that takes snapshots when changes have settled, and does what clients ask.
///
/// One job at a time: nothing prunes, restores and writes at once.
final class DatasetEngine: Sendable {
    /// What the configuration says of the dataset.
    let configuration: DatasetConfiguration
    /// The number under which the watcher knows the root.
    let watchID: Int
    /// The directory that is saved, as it was when it was last accepted.
    let acceptedRoot: Mutex<FileIdentity>
    /// Whether the directory at the path was another, empty one when the agent started.
    let isRootAwaited: Bool
    /// The directory of the store, as it was when it was opened.
    let storePlace: FileIdentity
    /// Where its snapshots are.
    let store: Store
    let services: AgentServices
    let mailbox: Monitor<EngineMailbox>
    let published = Mutex(PublishedState())
    /// Says which events matter, by the excludes and the ignore files of the last scan.
    let relevance: Mutex<RelevanceFilter>
    let firstSnapshot = Mutex<(@Sendable (SnapshotResult?) -> Void)?>(nil)
    let ended = Monitor(false)
    /// What sweeps the store now.
    let sweeping = Monitor<RunningSweep?>(nil)

    /// The directory that is saved.
    struct Root {
        /// What it must be.
        var accepted: FileIdentity
        /// Whether it is not there yet.
        var isAwaited: Bool
    }

    /// Makes an engine over an open store; nothing runs before `run`.
    init(
        configuration: DatasetConfiguration, watchID: Int, root: Root, storePlace: FileIdentity,
        store: Store, services: AgentServices
    ) {
        self.configuration = configuration
        self.watchID = watchID
        acceptedRoot = Mutex(root.accepted)
        isRootAwaited = root.isAwaited
        self.storePlace = storePlace
        self.store = store
        self.services = services
        relevance = Mutex(
            RelevanceFilter(excludes: IgnoreRules(patterns: configuration.exclude)))
        mailbox = Monitor(
            EngineMailbox(
                settler: Settler(configuration.timing), promise: configuration.maxLoss,
                housekeepingDue: MonotonicInstant.now + configuration.verifyInterval))
        published.withLock { $0.lastSnapshot = store.newest?.record }
        watchForDamage()
    }

    /// Takes in what the watcher saw; called on the watcher's thread.
    func take(_ report: WatchReport) {
        mailbox.update { $0.take(report, at: MonotonicInstant.now) }
    }

    /// Asks the thread to end after what it is doing now.
    ///
    /// Changes that wait are saved first; `cancelling` gives up a job that runs. A large first snapshot, and any that is
    /// made part by part, is given up at once: both may take hours, and the next start goes on.
    func stop(cancelling: Bool) {
        mailbox.update { state in
            state.isStopping = true
            guard cancelling || state.endsAtOnce else { return }
            state.isCutShort = true
            state.current?.progress.cancel()
        }
    }

    /// Runs the engine until it is stopped, on the calling thread.
    func run() {
        EngineWorker(engine: self).run()
        ended.update { $0 = true }
    }

    /// Does work on the engine's thread and waits for its result.
    ///
    /// - Throws: what the work throws; `agent-gone` if the engine stops before.
    func perform<Result: Sendable>(
        _ name: String, progress: JobProgress,
        _ work: @escaping @Sendable (EngineWorker) throws(UserError) -> Result
    ) throws(UserError) -> Result {
        let answer = Monitor<Swift.Result<Result, UserError>?>(nil)
        let job = EngineJob(name: name, progress: progress) { worker in
            let result = Swift.Result { () throws(UserError) -> Result in try work(worker) }
            answer.update { $0 = result }
        } refuse: {
            answer.update { $0 = .failure(.agentStops) }
        }
        let isAccepted = mailbox.update { state -> Bool in
            guard !state.isStopping else { return false }
            state.jobs.append(job)
            return true
        }
        guard isAccepted else { throw .agentStops }
        guard let result = answer.wait({ $0 }) else { throw .agentStops }
        return try result.get()
    }
}

extension UserError {
    /// What a client hears whose work the agent cannot begin any more.
    static var agentStops: UserError {
        UserError(
            .agentGone, "the agent is stopping", remedy: "snapctl status, when it runs again")
    }
}
