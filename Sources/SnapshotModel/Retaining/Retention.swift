/// Decides which snapshots stay.
package enum Retention {
    /// Whether each snapshot stays and why, in the order of their numbers.
    ///
    /// Deciding again about those that stay changes nothing, a more generous policy keeps all that this one
    /// does, and nothing but another snapshot ever makes one expire: time alone does not.
    package static func decide(
        _ candidates: [RetentionCandidate], policy: RetentionPolicy, now: FileTime
    ) throws(UserError) -> [RetentionDecision] {
        guard !policy.isEmpty else {
            throw UserError(
                .configValue, "the retention rules keep nothing",
                why: "all counts are 0, so every snapshot would expire",
                remedy: "set at least one rule, such as last = 20")
        }
        var run = RetentionRun(candidates.sorted { $0.number > $1.number }, policy, now)
        run.applyRules()
        return run.decisions()
    }
}

/// One decision about all snapshots, the newest first.
private struct RetentionRun {
    private let candidates: [RetentionCandidate]
    private let policy: RetentionPolicy
    /// Positions of those that take part: a wrong clock must not take the places of real ones.
    private let eligible: [Int]
    private var reasons: [[RetentionReason]]
    private var winners: [RetentionPeriod: [RetentionBucket: Int]] = [:]

    init(_ candidates: [RetentionCandidate], _ policy: RetentionPolicy, _ now: FileTime) {
        self.candidates = candidates
        self.policy = policy
        eligible = candidates.indices.filter { candidates[$0].created <= now }
        reasons = Array(repeating: [], count: candidates.count)
    }

    mutating func applyRules() {
        for position in candidates.indices where candidates[position].isPinned {
            reasons[position].append(RetentionReason(rule: "pinned"))
        }
        applyLast()
        applyWithin()
        var hasFreePlace = policy.last > eligible.count
        for period in RetentionPeriod.allCases.reversed() where policy.count(of: period) > 0 {
            if apply(period) { hasFreePlace = true }
        }
        if hasFreePlace, let oldest = eligible.last {
            reasons[oldest].append(RetentionReason(rule: "oldest"))
        }
        if let newest = eligible.first(where: { candidates[$0].isWhole }) {
            reasons[newest].append(RetentionReason(rule: "newest-whole"))
        }
        // It alone has what was done since the newest whole one.
        if let newest = eligible.first, !candidates[newest].isWhole {
            reasons[newest].append(RetentionReason(rule: "newest"))
        }
        for position in Set(candidates.indices).subtracting(eligible) {
            reasons[position].append(RetentionReason(rule: "future"))
        }
    }

    private mutating func applyLast() {
        for (place, position) in eligible.prefix(max(0, policy.last)).enumerated() {
            reasons[position].append(
                RetentionReason(rule: "last", position: place + 1, of: policy.last))
        }
    }

    /// Keeps those near the newest one, not those near the present: time alone must not expire any.
    private mutating func applyWithin() {
        guard let within = policy.within, within > .zero, let newest = eligible.first else {
            return
        }
        let end = candidates[newest].created
        let reach = Int64(within.components.seconds)
        let start = FileTime(seconds: end.seconds - reach, nanoseconds: end.nanoseconds)
        for position in eligible where candidates[position].created >= start {
            reasons[position].append(
                RetentionReason(rule: "within", bucket: DurationText.text(within)))
        }
    }

    /// Keeps one of each of the period's newest buckets; returns whether a place stayed free.
    private mutating func apply(_ period: RetentionPeriod) -> Bool {
        var best = [RetentionBucket: Int]()
        for position in eligible {
            let bucket = candidates[position].bucket(of: period)
            guard let present = best[bucket] else {
                best[bucket] = position
                continue
            }
            if !candidates[present].isWhole, candidates[position].isWhole {
                best[bucket] = position
            }
        }
        let count = policy.count(of: period)
        for (place, bucket) in best.keys.sorted(by: >).prefix(count).enumerated() {
            guard let position = best[bucket] else { continue }
            reasons[position].append(
                RetentionReason(
                    rule: period.rawValue, bucket: bucket.label, position: place + 1, of: count))
        }
        winners[period] = best
        return best.count < count
    }

    func decisions() -> [RetentionDecision] {
        candidates.indices.reversed().map { position in
            if reasons[position].isEmpty { return expiry(of: position) }
            return RetentionDecision(
                number: candidates[position].number, keep: true, reasons: reasons[position],
                takenBy: nil, explanation: RetentionExplanation.ofKept(reasons[position]))
        }
    }

    private func expiry(of position: Int) -> RetentionDecision {
        let candidate = candidates[position]
        let rules = RetentionPeriod.allCases.filter { policy.count(of: $0) > 0 }
        let winner = rules.lazy.compactMap { winners[$0]?[candidate.bucket(of: $0)] }
            .first { $0 != position }
        let shared = rules.filter { period in
            winner.map { candidates[$0].bucket(of: period) } == candidate.bucket(of: period)
        }
        let number = winner.map { candidates[$0].number }
        return RetentionDecision(
            number: candidate.number, keep: false,
            reasons: shared.map {
                RetentionReason(rule: $0.rawValue, bucket: candidate.bucket(of: $0).label)
            },
            takenBy: number,
            explanation: RetentionExplanation.ofExpired(
                candidate.number, takenBy: number, in: shared, policy: policy))
    }
}
