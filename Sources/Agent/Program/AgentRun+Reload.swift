import Configuration
import ControlProtocol
import LinuxSystem
import SnapshotModel

/// Taking over a configuration that changed while the agent runs.
extension AgentRun {
    /// Takes a changed configuration over; one that is wrong leaves everything as it is.
    ///
    /// - Returns: The engines that run from now on.
    func reload(_ engines: [DatasetEngine], _ service: AgentService) -> [DatasetEngine] {
        let configuration: AgentConfiguration
        do throws(UserError) {
            configuration = try source.load()
        } catch {
            refuse(error, engines)
            return engines
        }
        var wanted = configuration.datasets
        var kept: [DatasetEngine] = []
        var replaced: [DatasetEngine] = []
        for engine in engines {
            if let index = wanted.firstIndex(of: engine.configuration) {
                wanted.remove(at: index)
                kept.append(engine)
            } else {
                replaced.append(engine)
            }
        }
        service.serve(kept, awaiting: awaited, beginning: wanted)
        end(replaced)
        for engine in replaced { engine.clearAlarms() }
        let awaitedBefore = awaited
        keepAwaiting(configuration.datasets)
        service.serve(kept, awaiting: awaited, beginning: wanted)
        var order = configuration.datasets.map(\.name)
        var refusal: UserError?
        do throws(UserError) {
            kept += try start(wanted)
        } catch {
            refusal = error
            order = engines.map(\.configuration.name)
            awaited = awaitedBefore
            kept += restart(replaced)
        }
        kept.sort {
            (order.firstIndex(of: $0.configuration.name) ?? 0)
                < (order.firstIndex(of: $1.configuration.name) ?? 0)
        }
        service.serve(kept, awaiting: awaited)
        // Said last: who hears of it finds the datasets served, and their alarms begun or over.
        if let refusal {
            refuse(refusal, kept)
        } else if configuration.control == control {
            for engine in kept { engine.clearAlarm(Self.configurationAlarm) }
            services.report(.reload, dataset: nil, "the configuration is in force")
        } else {
            tellControlDiffers(kept)
        }
        return kept
    }

    /// Starts all datasets or none, but for those that have to wait for their stores.
    private func start(_ datasets: [DatasetConfiguration]) throws(UserError) -> [DatasetEngine] {
        var started: [DatasetEngine] = []
        do throws(UserError) {
            for dataset in datasets {
                if let engine = try startOrAwait(dataset) { started.append(engine) }
            }
        } catch {
            end(started)
            throw error
        }
        return started
    }

    /// Goes on with datasets that were ended for a configuration that cannot be taken over.
    private func restart(_ engines: [DatasetEngine]) -> [DatasetEngine] {
        engines.compactMap { engine in
            do throws(UserError) {
                return try startOrAwait(engine.configuration)
            } catch {
                services.log.write(error, subject: engine.configuration.name)
                return nil
            }
        }
    }

    private static let configurationAlarm = AlarmCode.config

    /// Says that the agent listens where, and serves whom, it did before.
    private func tellControlDiffers(_ engines: [DatasetEngine]) {
        let restart = ServiceManager.own("restart snapagent")
        for engine in engines {
            engine.raise(
                Self.configurationAlarm,
                "the changed [control] is not in force: socket and group are as they were",
                remedy: "restart the agent: \(restart)")
        }
        services.report(
            .reload, dataset: nil,
            "the configuration is in force, but for [control]: that takes a restart",
            level: .warning)
    }

    /// Says that the old configuration stays in force, as long as it does.
    private func refuse(_ error: UserError, _ engines: [DatasetEngine]) {
        for engine in engines {
            engine.raise(
                Self.configurationAlarm,
                "the changed configuration is not in force: \(error.message)",
                remedy: "\(error.remedy); then reload: "
                    + ServiceManager.own("reload snapagent") + ", or SIGHUP")
        }
        services.log.write(error, subject: nil)
        services.report(
            .reload, dataset: nil,
            "the configuration is wrong, the old one stays: " + error.message, level: .error)
    }
}
