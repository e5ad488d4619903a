import Configuration
import ControlProtocol
import LinuxSystem
import SnapshotModel
import SnapshotStore
import StoreCommands
import Synchronization
import TreeWatching

/// Answers what clients ask: looks on the client's own thread, changes on the engine's.
final class AgentService: ControlHandler {
    let services: AgentServices
    let since: FileTime
    private let socket: BytePath
    private let served = Mutex<Served?>(nil)

    private struct Served {
        var engines: [DatasetEngine]
        /// Those whose stores are not there.
        var awaited: [AwaitedDataset]
        /// Those that are about to be served.
        var beginning: [DatasetConfiguration]
        /// Verdicts on stores that nobody serves at present.
        var verdicts: [StoreVerdict] = []
    }

    /// Makes a service that serves no dataset yet.
    init(services: AgentServices, socket: BytePath) {
        self.services = services
        self.socket = socket
        since = WallClock.now()
    }

    /// The datasets that are served, in the order of the configuration.
    var engines: [DatasetEngine] { served.withLock { $0?.engines } ?? [] }

    private var awaited: [AwaitedDataset] { served.withLock { $0?.awaited } ?? [] }

    private var beginning: [DatasetConfiguration] { served.withLock { $0?.beginning } ?? [] }

    /// Serves other datasets from now on; those that wait for their stores, or are only about to begin, are told of.
    func serve(
        _ engines: [DatasetEngine], awaiting awaited: [AwaitedDataset] = [],
        beginning: [DatasetConfiguration] = []
    ) {
        let verdicts = served.withLock { served -> [StoreVerdict] in
            let waiting = served?.verdicts ?? []
            served = Served(engines: engines, awaited: awaited, beginning: beginning)
            return waiting
        }
        for verdict in verdicts { pass(verdict) }
    }

    /// The engine that serves the store of a verdict; if there is none, the verdict waits for the next one that does.
    func engine(for verdict: StoreVerdict) -> DatasetEngine? {
        served.withLock { served in
            let engine = served?.engines.first { $0.serves(verdict) }
            if engine == nil { served?.verdicts.append(verdict) }
            return engine
        }
    }

    /// Does what a call asks for and returns its report.
    func handle(_ call: ControlCall, context: CallContext) throws(UserError) -> Reply {
        guard served.withLock({ $0 != nil }) else { throw .agentStarts }
        switch call {
        case .events(var parameters):
            parameters.scope.dataset = try choice.choose(parameters.scope, operands: [])
            return try services.events.serve(parameters, context: context)
        case .status(let parameters): return Reply(try status(parameters))
        default: break
        }
        if let reply = try look(call, context) { return reply }
        return try change(call, context)
    }

    /// The status of the datasets that are meant, and the verdict on all of them.
    func status(_ parameters: StatusParameters) throws(UserError) -> StatusReport {
        let all = engines
        let awaited = awaited
        let name = try choice.choose(parameters.scope, operands: [])
        let chosen = all.filter { name == nil || $0.configuration.name == name }
        let now = WallClock.now()
        let zone = services.zone
        // A thread that waits does not notice that the machine slept: this makes it look at the clocks.
        for engine in chosen {
            engine.take(.clockChanged)
            engine.noticeChanges()
        }
        let waiting = awaited.filter { name == nil || $0.configuration.name == name }
        // It will be served in a moment: that it is not yet is nothing to be alarmed about.
        guard !(chosen.isEmpty && waiting.isEmpty) || beginning.isEmpty else { throw .agentStarts }
        let limit = services.watcher.statistics(0).watchLimit
        let datasets =
            chosen.map {
                StatusReporter(engine: $0, zone: zone, now: now, instant: .now).report()
            }
            + waiting.map { $0.status(watchLimit: limit, zone) }
        let verdict: Verdict =
            if datasets.isEmpty || datasets.contains(where: { $0.verdict == .unprotected }) {
                .unprotected
            } else if datasets.contains(where: { $0.verdict == .gaps }) {
                .gaps
            } else {
                .ok
            }
        let user = SystemIdentity.effectiveUserID
        return StatusReport(
            verdict: verdict,
            agent: AgentReport(
                version: ProductVersion.text, pid: Int(SystemIdentity.processID),
                socket: socket.display,
                since: ReportTime(
                    since, utcOffset: zone.civilTime(at: since.seconds).utcOffset),
                user: SystemIdentity.userName(user) ?? "\(user)"),
            datasets: datasets)
    }

    /// The dataset that a call names, or that is around the working directory, or all of them.
    ///
    /// - Throws: `paused` if the store of the only one is not there, or of any where the answer is about `all`.
    func chosenEngines(
        _ scope: CallScope, operands: [[UInt8]], all: Bool = false
    ) throws(UserError) -> [DatasetEngine] {
        let (engines, awaited) = (engines, awaited)
        guard let name = try choice.choose(scope, operands: operands) else {
            if let missing = awaited.first, all || engines.isEmpty { throw missing.error }
            guard beginning.isEmpty || !all && !engines.isEmpty else { throw .agentStarts }
            return engines
        }
        return [try engine(named: name)]
    }

    /// The one dataset that a call means: named, or around a path or the working directory, or the only one.
    func chosenEngine(
        _ scope: CallScope, _ what: String, operands: [[UInt8]]
    ) throws(UserError) -> DatasetEngine {
        let choice = choice
        guard let name = try choice.choose(scope, operands: operands) else {
            throw choice.undecided(operands.first.map(displayName) ?? what)
        }
        return try engine(named: name)
    }

    private func engine(named name: String) throws(UserError) -> DatasetEngine {
        if let engine = engines.first(where: { $0.configuration.name == name }) { return engine }
        if let missing = awaited.first(where: { $0.configuration.name == name }) {
            throw missing.error
        }
        throw .agentStarts
    }

    private var choice: DatasetChoice {
        let served = engines.map(\.configuration) + awaited.map(\.configuration)
        let names = Set(served.map(\.name))
        let all = served + beginning.filter { !names.contains($0.name) }
        return DatasetChoice(all.map { .init(name: $0.name, root: $0.path) })
    }
}

extension UserError {
    /// What a client hears before the datasets are served.
    fileprivate static var agentStarts: UserError {
        UserError(
            .agentStarting, "the agent is starting",
            why: "it opens the stores and looks through the directories",
            remedy: "try again in a moment: snapctl status")
    }
}
