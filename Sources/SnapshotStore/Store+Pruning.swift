internal import LinuxSystem
package import SnapshotModel

/// What a policy makes of a store.
package struct PruneOutcome: Sendable, Hashable {
    /// What becomes of every snapshot that can be read, and why, in the order of their numbers.
    package var decisions: [RetentionDecision]
    /// Numbers of the snapshots that expired now; of a dry run, those that would.
    package var expired: [Int]
    /// Bytes on the disk that this frees once the time of grace is over.
    package var freed: Int64
    /// Why nothing expired although the policy says so.
    package var brake: Brake?
}

extension Store {
    /// How far the wall clock may be set between two prunings before a person has to look.
    private static let tolerance = Duration.seconds(3_600)

    /// Applies a policy to the store's own snapshots; a dry run only says what would come of it.
    ///
    /// Damaged snapshots take no part: they neither expire nor stand in for others.
    package func prune(
        _ policy: RetentionPolicy, zone: any ZoneRules, dryRun: Bool
    ) throws(UserError) -> PruneOutcome {
        if dryRun {
            let now = settings?.clock.now ?? WallClock.now()
            return try outcome(of: policy, zone, now: now)
        }
        return try change { job, settings throws(UserError) in
            try watchClocks(&job, settings)
            show(job)
            var outcome = try outcome(of: policy, zone, now: settings.clock.now)
            if outcome.brake != nil {
                outcome.expired = []
                outcome.freed = 0
            }
            try expire(outcome.expired, &job, settings)
            remember(&job, settings)
            return outcome
        }
    }

    private func outcome(
        of policy: RetentionPolicy, _ zone: any ZoneRules, now: FileTime
    ) throws(UserError) -> PruneOutcome {
        let sound = snapshots.filter { $0.damage == nil }
        let decisions = try Retention.decide(
            sound.map { snapshot in
                RetentionCandidate(
                    number: snapshot.number, created: snapshot.record.created,
                    local: zone.civilTime(at: snapshot.record.created.seconds),
                    isWhole: snapshot.isWhole, isPinned: snapshot.isPinned)
            }, policy: policy, now: now)
        let expired = Set(decisions.filter { !$0.keep }.map(\.number))
        return PruneOutcome(
            decisions: decisions, expired: expired.sorted(),
            freed: sound.filter { expired.contains($0.number) }
                .reduce(0) { $0 + $1.status.allocated },
            brake: brakes.first)
    }

    /// Stops expiry when somebody set the clock since the last pruning: ages mean nothing then.
    private func watchClocks(
        _ job: inout StoreJob, _ settings: StoreSettings
    ) throws(UserError) {
        let clocks = ClockPair(wall: settings.clock.now, instant: settings.clock.instant)
        defer { job.clocks = clocks }
        guard let before = job.clocks else { return }
        let jump = before.jump(to: clocks)
        guard jump > Self.tolerance || jump < .zero - Self.tolerance else { return }
        let hours = abs(jump.components.seconds / 3600)
        job.brake(
            .clockJump, "the clock was set \(hours) hours \(jump < .zero ? "back" : "ahead")",
            settings)
        try writeAnnotations(&job, settings)
    }
}
