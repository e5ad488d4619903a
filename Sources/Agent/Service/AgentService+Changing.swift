import ControlProtocol
import LinuxSystem
import SnapshotModel
import SnapshotStore
import StoreCommands

/// The calls that change something.
extension AgentService {
    /// Answers a call that changes something; what touches files or removes snapshots waits for its turn.
    func change(_ call: ControlCall, _ context: CallContext) throws(UserError) -> Reply {
        switch call {
        case .snapshot(let parameters): return Reply(try snapshot(parameters, context))
        case .restore(let parameters): return Reply(try restore(parameters, context))
        case .pin(let parameters):
            return Reply(
                try keep("pin", parameters, context) { commands throws(UserError) in
                    try commands.pin(parameters)
                })
        case .unpin(let parameters):
            return Reply(
                try keep("unpin", parameters, context) { commands throws(UserError) in
                    try commands.unpin(parameters)
                })
        case .label(let parameters):
            let operands = [parameters.reference.bytes]
            let engine = try writableEngine(parameters.scope, "label", operands: operands)
            return Reply(try commands(engine, parameters.scope, context).label(parameters))
        case .delete(let parameters):
            return Reply(
                try keep("delete", parameters, context, event: .deleted) {
                    commands throws(UserError) in try commands.delete(parameters)
                })
        case .undelete(let parameters):
            return Reply(
                try keep("undelete", parameters, context, event: .undeleted) {
                    commands throws(UserError) in try commands.undelete(parameters)
                })
        case .prune(let parameters): return Reply(try prune(parameters, context))
        case .sweep(let parameters): return Reply(try sweep(parameters, context))
        case .repair(let parameters): return Reply(try repair(parameters, context))
        case .resume(let parameters): return Reply(try resume(parameters, context))
        default:
            throw UserError(
                .protocolVersion, "the agent does not know this call", remedy: "update the package")
        }
    }

    private func snapshot(
        _ parameters: SnapshotParameters, _ context: CallContext
    ) throws(UserError) -> SnapshotReport {
        if let label = parameters.label { try Label.check(label) }
        let engine = try chosenEngine(parameters.scope, "snapshot", operands: [])
        let result = try engine.perform("snapshot", progress: context.progress) {
            worker throws(UserError) in
            if parameters.full == true { worker.compareEverything() }
            // A label is asked for because of the moment, whatever the directory held before.
            return try worker.takeSnapshot(
                .manual, evenIfUnchanged: parameters.label != nil, label: parameters.label,
                progress: context.progress)
        }
        let isCreated = if case .created = result { true } else { false }
        return try commands(engine, parameters.scope, context)
            .report(engine.store.snapshot(result.snapshot.number), created: isCreated)
    }

    private func restore(
        _ parameters: RestoreParameters, _ context: CallContext
    ) throws(UserError) -> RestoreReport {
        let operands = parameters.operands.map(\.bytes)
        let engine = try chosenEngine(parameters.scope, "restore", operands: operands)
        guard !parameters.dryRun else {
            return try read(engine, parameters.scope, context) { commands throws(UserError) in
                try commands.restore(parameters)
            }
        }
        return try engine.perform("restore", progress: context.progress) {
            worker throws(UserError) in
            try worker.engine.reading { () throws(UserError) in
                try worker.restore(parameters, progress: context.progress)
            }
        }
    }

    private func keep(
        _ what: String, _ parameters: ReferenceParameters, _ context: CallContext,
        event: EventKind = .pinned,
        _ body: @escaping @Sendable (StoreCommands) throws(UserError) -> SnapshotReport
    ) throws(UserError) -> SnapshotReport {
        let operands = [parameters.reference.bytes]
        let engine = try writableEngine(parameters.scope, what, operands: operands)
        let commands = try commands(engine, parameters.scope, context)
        let report = try engine.perform(what, progress: context.progress) {
            worker throws(UserError) in
            let generation = worker.store.catalogGeneration
            let report = try body(commands)
            worker.engine.showBrakes()
            if worker.store.catalogGeneration != generation { worker.compareWithNewest() }
            return report
        }
        if report.changed != false {
            services.report(
                event, dataset: report.dataset, snapshot: report.snapshot.number,
                what)
        }
        return report
    }

    private func prune(
        _ parameters: PruneParameters, _ context: CallContext
    ) throws(UserError) -> PruneReport {
        var reports: [PruneReport] = []
        for engine in try chosenEngines(parameters.scope, operands: []) {
            let commands = try commands(engine, parameters.scope, context)
            reports.append(
                try engine.perform("prune", progress: context.progress) {
                    worker throws(UserError) in
                    try worker.prune(parameters, commands)
                })
        }
        return PruneReport(merging: reports)
    }

    /// Sweeps on the client's own thread: no snapshot waits for it.
    private func sweep(
        _ parameters: SweepParameters, _ context: CallContext
    ) throws(UserError) -> SweepReport {
        var reports: [SweepReport] = []
        for engine in try writableEngines(parameters.scope) {
            let commands = try commands(engine, parameters.scope, context)
            let report = try engine.sweep(context.progress) { () throws(UserError) in
                try commands.sweep(parameters)
            }
            for dataset in report.datasets where dataset.removed > 0 {
                services.report(
                    .sweep, dataset: dataset.dataset, snapshot: nil,
                    "\(Counted.text(dataset.removed, "zip")) removed")
            }
            reports.append(report)
        }
        return SweepReport(merging: reports)
    }

    /// Lets expiry go on: a person has looked at what stopped it.
    private func resume(
        _ parameters: ResumeParameters, _ context: CallContext
    ) throws(UserError) -> StatusReport {
        for engine in try writableEngines(parameters.scope) {
            try engine.perform("resume", progress: context.progress) { worker throws(UserError) in
                worker.acceptEmptyRoot()
                try worker.store.releaseBrakes(root: worker.engine.rootIdentity)
                worker.engine.showBrakes()
                worker.forgetRot()
            }
        }
        return try status(StatusParameters(scope: parameters.scope))
    }
}
