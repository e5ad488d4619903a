import ControlProtocol
import LinuxSystem
import SnapshotModel
import SnapshotStore
import StoreCommands

/// Calls on a store that may not be where it should be: what is open can be read, but not judged or changed.
extension AgentService {
    /// Reads the store of the one dataset that a call means.
    ///
    /// - Throws: What `body` throws; `paused` if that is only because the store is not at its path.
    func read<Result>(
        _ scope: CallScope, _ what: String, _ operands: [[UInt8]], _ context: CallContext,
        _ body: (StoreCommands) throws(UserError) -> Result
    ) throws(UserError) -> Result {
        try read(chosenEngine(scope, what, operands: operands), scope, context, body)
    }

    /// Reads the store of a dataset.
    ///
    /// - Throws: What `body` throws; `paused` if that is only because the store is not at its path.
    func read<Result>(
        _ engine: DatasetEngine, _ scope: CallScope, _ context: CallContext,
        _ body: (StoreCommands) throws(UserError) -> Result
    ) throws(UserError) -> Result {
        let commands = try commands(engine, scope, context)
        return try engine.reading { () throws(UserError) in try body(commands) }
    }

    /// The one dataset that a call means, for what changes its store.
    ///
    /// - Throws: `paused` if its store is not at its path.
    func writableEngine(
        _ scope: CallScope, _ what: String, operands: [[UInt8]]
    ) throws(UserError) -> DatasetEngine {
        let engine = try chosenEngine(scope, what, operands: operands)
        try engine.requireStore()
        return engine
    }

    /// The datasets that a call names, or all of them, for what changes their stores or judges them.
    ///
    /// - Throws: `paused` if any of their stores is not at its path.
    func writableEngines(
        _ scope: CallScope, all: Bool = false
    ) throws(UserError) -> [DatasetEngine] {
        let engines = try chosenEngines(scope, operands: [], all: all)
        for engine in engines { try engine.requireStore() }
        return engines
    }
}

extension DatasetEngine {
    /// Makes sure that the store is at its path: what is done to one that is elsewhere helps nobody.
    ///
    /// - Throws: `paused` if it is not.
    func requireStore() throws(UserError) {
        if let problem = storeProblem() { throw problem }
    }

    /// Reads the store by what is open of it.
    ///
    /// - Throws: What `body` throws; `paused` if that is only because the store is not at its path.
    func reading<Result>(
        _ body: () throws(UserError) -> Result
    ) throws(UserError) -> Result {
        do throws(UserError) {
            return try body()
        } catch {
            let isOfStore =
                error.code == .damaged || error.subject?.hasPrefix(store.path.display) == true
            guard isOfStore, let problem = storeProblem() else { throw error }
            throw problem
        }
    }
}
