import CivilCalendar
import Configuration
import ControlProtocol
import LinuxSystem
import SnapshotArchive
import SnapshotModel
import SnapshotStore
import TreeWatching

/// A running agent: makes the parts, serves until it is told to stop, and takes them down in order.
final class AgentRun {
    /// The signals that the main thread waits for; every other thread has them blocked.
    static let signals: [Signal] = [.hangUp, .interrupt, .terminate]

    /// How long work under way may take when the agent is told to stop.
    private static let patience = Duration.seconds(20)

    let source: ConfigurationSource
    let services: AgentServices
    private let notifier: ServiceNotifier
    private var nextWatchID = 1
    /// The datasets whose stores are not there.
    var awaited: [AwaitedDataset] = []
    /// What was agreed to about a store; it counts for the first start alone.
    private var consent: StoreConsent?
    /// Where and for whom the agent listens until it ends.
    private(set) var control = ControlConfiguration()

    init(source: ConfigurationSource, log: AgentLog) throws(UserError) {
        ResourceLimits.raiseOpenFiles()
        self.source = source
        // First of all: libinotifytools cannot use a descriptor above 1023.
        let watcher = try TreeWatcher.start()
        // libcrypto keeps thousands of small pieces of memory from its first use on, which would
        // lie scattered among what a first snapshot takes and gives back, and hold its pages.
        _ = SHA256.digest(of: [])
        services = AgentServices(
            watcher: watcher, log: log, events: EventFeed(), zone: CivilCalendar.local())
        notifier = ServiceNotifier(log: log)
        // A log in a watched directory grows with each snapshot, and would be a reason for the next.
        for file in StandardStreams.outputFiles() { services.addOwn(file) }
    }

    /// Serves until a signal says stop.
    func run() throws(UserError) -> ExitCode {
        let configuration = try source.load()
        control = configuration.control
        let socket = configuration.control.socket ?? ControlSocketPlace.preferred()
        let service = AgentService(services: services, socket: socket)
        let options = ControlServer.Options(
            path: socket, version: ProductVersion.text, group: configuration.control.group)
        // Before any store is touched: a second agent is refused without a trace.
        let server = try ControlServer.start(options, handler: service)
        services.addOwn(server.identity)
        var engines: [DatasetEngine] = []
        do throws(UserError) {
            consent = try source.consent?.chosen(among: configuration.datasets)
            for dataset in configuration.datasets {
                if let engine = try startOrAwait(dataset) { engines.append(engine) }
            }
            consent = nil
        } catch {
            stop(engines, server)
            throw error
        }
        service.serve(engines, awaiting: awaited)
        notifier.follow(service, services)
        notifier.ready()
        while true {
            let patience = awaited.isEmpty ? nil : Self.lookingInterval
            switch Signals.wait(for: Self.signals, atMost: patience) {
            case nil:
                engines += lookForStores()
                service.serve(engines, awaiting: awaited)
                services.statusChanged()
            case .hangUp: engines = reload(engines, service)
            default:
                // The terminal has written ^C into the line.
                if Terminal.isTerminal(2) { StandardStreams.writeError(Array("\n".utf8)) }
                notifier.stopping()
                stop(engines, server, saying: true)
                return .done
            }
        }
    }

    /// Opens a dataset's store, watches its directory and starts its thread.
    func start(_ configuration: DatasetConfiguration) throws(UserError) -> DatasetEngine {
        let id = nextWatchID
        nextWatchID += 1
        let opening = DatasetOpening(
            configuration: configuration,
            consent: consent?.dataset == configuration.name ? consent : nil)
        let engine: DatasetEngine
        do throws(UserError) {
            engine = try opening.open(watchID: id, services: services)
        } catch {
            throw StoreConsent.explaining(error, dataset: configuration.name, in: source)
        }
        let began = MonotonicInstant.now
        try services.watcher.add(engine.watchedRoot) { engine.take($0) }
        let passed = MonotonicInstant.now - began
        if case .directory = source {
            try showBanner(of: engine)
        } else {
            tellWatched(engine, after: passed)
        }
        do throws(SystemError) {
            try Thread.detach(name: "dataset") { engine.run() }
        } catch {
            throw error.asUserError()
        }
        return engine
    }

    private func tellWatched(_ engine: DatasetEngine, after passed: Duration) {
        let count = services.watcher.statistics(engine.watchID).directories
        services.log.write(
            .notice,
            "\(engine.configuration.name): watching \(count) director\(count == 1 ? "y" : "ies") "
                + "(after \(passed.wholeNanoseconds / 1_000_000)ms)")
    }

    private func showBanner(of engine: DatasetEngine) throws(UserError) {
        let log = services.log
        let banner = RunBanner(
            configuration: engine.configuration, socketOption: source.socketOption)
        let summary = engine.storeSummary()
        let lines = banner.opening(
            directories: services.watcher.statistics(engine.watchID).directories,
            store: engine.store.path, free: summary.room.free,
            isOnSameDisk: engine.isStoreOnSameDisk())
        for line in lines { log.write(.notice, line) }
        let display = try FirstSnapshotDisplay.start(for: engine)
        engine.onFirstSnapshot { result in
            display?.finish()
            guard let result else { return }
            for line in banner.closing(result) { log.write(.notice, line) }
        }
    }

    /// Takes everything down; `saying` tells of each dataset whether all of it is saved.
    private func stop(_ engines: [DatasetEngine], _ server: ControlServer, saying: Bool = false) {
        end(engines) { [self] engine in
            if saying { tellStopped(engine) }
        }
        server.stop(patience: .seconds(2))
        services.watcher.stop()
    }

    private func tellStopped(_ engine: DatasetEngine) {
        let report = StatusReporter(
            engine: engine, zone: services.zone, now: WallClock.now(), instant: .now
        ).report()
        let words = LastWords(report, hasEnded: engine.waitUntilEnded(until: .now)).text
        if case .directory = source {
            services.log.write(.notice, "Stopped   \(words)")
        } else {
            services.log.write(.notice, "\(engine.configuration.name): stopped; \(words)")
        }
    }

    /// Ends engines: work under way is finished, and cancelled if it takes too long.
    ///
    /// The store of one that has ended can be opened anew; one that hangs keeps its own. `closing` is called while what
    /// it watches is known still.
    func end(_ engines: [DatasetEngine], closing: (DatasetEngine) -> Void = { _ in }) {
        for engine in engines { engine.stop(cancelling: false) }
        let deadline = MonotonicInstant.now + Self.patience
        for engine in engines where !engine.waitUntilEnded(until: deadline) {
            engine.stop(cancelling: true)
            _ = engine.waitUntilEnded(until: deadline + Self.patience)
        }
        for engine in engines {
            closing(engine)
            services.watcher.remove(engine.watchID)
            if engine.waitUntilEnded(until: .now) { engine.store.release() }
        }
    }
}
