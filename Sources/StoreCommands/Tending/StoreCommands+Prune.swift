package import ControlProtocol
package import SnapshotModel
internal import SnapshotStore

extension StoreCommands {
    /// Lets what the policy does not keep expire, or says what would.
    package func prune(
        _ parameters: PruneParameters, policy: RetentionPolicy
    ) throws(UserError) -> PruneReport {
        let outcome = try store.prune(policy, zone: zone, dryRun: parameters.dryRun)
        let expiring = outcome.decisions.count { !$0.keep }
        if !parameters.dryRun, let brake = outcome.brake, expiring > 0 {
            throw UserError(
                .braked, "expiry is stopped: \(brake.reason)", remedy: brake.remedy)
        }
        let decisions = outcome.decisions.map { report($0) }
        let summary = PrunedDataset(
            dataset: dataset, policy: PolicyReport(policy),
            kept: decisions.count { $0.decision == .keep }, expired: expiring,
            freed: outcome.freed, grace: Int(grace.components.seconds), expires: goes)
        return PruneReport(
            dataset: dataset, dryRun: parameters.dryRun, policy: summary.policy,
            decisions: decisions, freed: outcome.freed, datasets: [summary])
    }

    /// When what expires now goes for good.
    private var goes: ReportTime {
        ReportTime(
            seconds: now.seconds + grace.components.seconds,
            utcOffset: zone.civilTime(at: now.seconds).utcOffset)
    }

    private func report(_ decision: RetentionDecision) -> DecisionReport {
        let snapshot = try? store.snapshot(decision.number)
        return DecisionReport(
            number: decision.number, decision: decision.keep ? .keep : .expire,
            why: decision.reasons.map { KeptBy($0) }, takenBy: decision.takenBy, dataset: dataset,
            created: snapshot.map { created($0.record) } ?? ReportTime(seconds: 0, utcOffset: 0),
            explanation: decision.explanation)
    }
}

extension PolicyReport {
    /// The report of a policy.
    package init(_ policy: RetentionPolicy) {
        self.init(
            last: policy.last, hourly: policy.hourly, daily: policy.daily, weekly: policy.weekly,
            monthly: policy.monthly, yearly: policy.yearly,
            within: policy.within.map { Int($0.components.seconds) })
    }
}

extension PruneReport {
    /// The prunings of several datasets as one.
    package init(merging reports: [PruneReport]) {
        let single = reports.count == 1 ? reports.first : nil
        self.init(
            dataset: single?.dataset, dryRun: reports.contains { $0.dryRun },
            policy: single?.policy, decisions: reports.flatMap(\.decisions),
            freed: reports.reduce(0) { $0 + $1.freed }, datasets: reports.flatMap(\.datasets))
    }
}
