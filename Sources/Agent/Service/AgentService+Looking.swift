import Configuration
import ControlProtocol
import LinuxSystem
import SnapshotModel
import SnapshotStore
import StoreCommands
import Synchronization

/// The calls that only look: they run on the client's own thread and wait for no snapshot.
extension AgentService {
    /// Answers a call that only looks, `nil` for any other.
    func look(_ call: ControlCall, _ context: CallContext) throws(UserError) -> Reply? {
        switch call {
        case .list(let parameters):
            var reports: [ListReport] = []
            for engine in try chosenEngines(parameters.scope, operands: []) {
                reports.append(
                    try read(engine, parameters.scope, context) { commands throws(UserError) in
                        try commands.list(parameters)
                    })
            }
            return Reply(ListReport(merging: reports))
        case .rows(let parameters):
            var datasets: [DatasetRows] = []
            for engine in try chosenEngines(parameters.scope, operands: []) {
                datasets.append(try commands(engine, parameters.scope, context).rows(parameters))
            }
            return Reply(RowsReport(datasets: datasets))
        case .show(let parameters):
            let operands = [parameters.reference.bytes]
            return Reply(
                try read(parameters.scope, "show", operands, context) {
                    commands throws(UserError) in try commands.show(parameters)
                })
        case .ls(let parameters):
            let operands = [parameters.operand.bytes]
            return Reply(
                try read(parameters.scope, "ls", operands, context) {
                    commands throws(UserError) in try commands.ls(parameters)
                })
        case .cat(let parameters):
            let operands = [parameters.operand.bytes]
            return Reply(
                try read(parameters.scope, "cat", operands, context) {
                    commands throws(UserError) in
                    try commands.cat(parameters) { bytes throws(UserError) in
                        try context.emit(data: bytes)
                    }
                })
        case .export(let parameters):
            let operands = [parameters.reference.bytes]
            return Reply(
                try read(parameters.scope, "export", operands, context) {
                    commands throws(UserError) in
                    try commands.export(parameters) { bytes throws(UserError) in
                        try context.emit(data: bytes)
                    }
                })
        case .diff(let parameters):
            let operands = [parameters.from, parameters.to].compactMap { $0?.bytes }
            let engine = try chosenEngine(parameters.scope, "diff", operands: operands)
            let live = LiveDirectory(engine: engine, progress: context.progress)
            return Reply(
                try read(engine, parameters.scope, context) { commands throws(UserError) in
                    try commands.diff(parameters, live: live)
                })
        case .versions(let parameters):
            let operands = [parameters.path.bytes]
            let engine = try chosenEngine(parameters.scope, "versions", operands: operands)
            let live = LiveDirectory(engine: engine, progress: context.progress)
            return Reply(
                try read(engine, parameters.scope, context) { commands throws(UserError) in
                    try commands.versions(
                        parameters,
                        live: { path throws(UserError) in try live.entry(at: path) },
                        holds: { path, entry throws(UserError) in
                            try live.holds(entry, at: path)
                        })
                })
        case .find(let parameters):
            // A pattern is no path, even if it begins with a slash.
            let pattern = displayName(parameters.pattern.bytes)
            let engine = try chosenEngine(parameters.scope, pattern, operands: [])
            let live = LiveDirectory(engine: engine, progress: context.progress)
            return Reply(
                try read(engine, parameters.scope, context) { commands throws(UserError) in
                    try commands.find(parameters) { path throws(UserError) in
                        try live.entry(at: path)
                    }
                })
        case .verify(let parameters): return Reply(try verify(parameters, context))
        case .du(let parameters):
            var reports: [UsageReport] = []
            for engine in try writableEngines(parameters.scope) {
                reports.append(try commands(engine, parameters.scope, context).usage(parameters))
            }
            return Reply(UsageReport(merging: reports))
        default: return nil
        }
    }

    /// The commands on a dataset, with what the agent knows beside the store.
    func commands(
        _ engine: DatasetEngine, _ scope: CallScope, _ context: CallContext
    ) throws(UserError) -> StoreCommands {
        try engine.commands(scope, progress: context.progress)
    }

    private func verify(
        _ parameters: VerifyParameters, _ context: CallContext
    ) throws(UserError) -> VerifyReport {
        var reports: [VerifyReport] = []
        for engine in try writableEngines(parameters.scope, all: true) {
            var found: StoreVerification?
            let report = try commands(engine, parameters.scope, context)
                .verify(parameters) { found = $0 }
            pass(
                StoreVerdict(
                    on: engine.store, report, isOnAll: parameters.reference == nil,
                    found: found))
            reports.append(report)
        }
        return VerifyReport(
            dataset: reports.count == 1 ? reports[0].dataset : nil,
            datasets: reports.flatMap(\.datasets))
    }
}

extension DatasetEngine {
    /// The commands on this dataset's store, with the policy and the excludes that are in force.
    func commands(
        _ scope: CallScope, progress: JobProgress
    ) throws(UserError) -> StoreCommands {
        noticeChanges()
        var commands = try StoreCommands(store: store, scope: scope)
        commands.policy = configuration.retention
        commands.grace = configuration.grace
        commands.excludes = IgnoreRules(patterns: configuration.exclude)
        commands.forbidden = services.ownIdentities()
        commands.progress = progress
        commands.underWay = mailbox.read { $0.current }.map {
            ProgressReport(counters: $0.progress.snapshot())
        }
        return commands
    }
}

extension DatasetEngine {
    /// Stops expiry: what is damaged may be whole in a snapshot that would go.
    ///
    /// - Returns: `false` if this engine has given its store up to another one.
    @discardableResult
    func brake(_ damage: [DamageReport]) -> Bool {
        let first = damage.first
        let file = first.map { "\($0.file): \($0.detail)" } ?? "it is damaged"
        let more = damage.count > 1 ? " and \(damage.count - 1) more" : ""
        do throws(UserError) {
            try store.brake(
                .verifyFailed, "the store failed its verification (\(file)\(more))",
                look: "snapctl verify")
        } catch {
            guard !store.isReleased else { return false }
            raise(error)
        }
        showBrakes()
        return true
    }
}
