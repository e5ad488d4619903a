import CivilCalendar
import SnapshotModel
import TestSupport
import Testing

/// What holds for every history, wrong clocks, travel and damage included.
@Suite struct RetentionPropertyTests {
    private static let zones = [
        "Asia/Seoul", "America/New_York", "Australia/Lord_Howe", "Europe/Berlin", "Asia/Kathmandu",
    ].compactMap { CivilCalendar(zone: $0) }

    /// Snapshots at random distances, from seconds to months, ending near a turn of the ISO year.
    private func history(
        _ random: inout SeededGenerator, clockJumps: Bool
    ) -> [RetentionCandidate] {
        var zone = Self.zones[0]
        var moment = Int64.random(in: 1_600_000_000...1_610_000_000, using: &random)
        let scale = [600, 20_000, 400_000, 4_000_000].randomElement(using: &random) ?? 600
        return (1...Int.random(in: 1...80, using: &random)).map { number in
            moment += Int64.random(in: 0...Int64(scale), using: &random)
            if Int.random(in: 0..<15, using: &random) == 0 {
                zone = Self.zones.randomElement(using: &random) ?? zone
            }
            if clockJumps, Int.random(in: 0..<10, using: &random) == 0 {
                moment += Int64.random(in: -3_000_000...3_000_000, using: &random)
            }
            return RetentionCandidate(
                number: number * 2, created: FileTime(seconds: moment),
                local: zone.civilTime(at: moment),
                isWhole: Int.random(in: 0..<4, using: &random) > 0,
                isPinned: Int.random(in: 0..<20, using: &random) == 0)
        }
    }

    private func policy(_ random: inout SeededGenerator) -> RetentionPolicy {
        func count() -> Int { max(0, Int.random(in: -3...6, using: &random)) }
        let policy = RetentionPolicy(
            last: count(), hourly: count(), daily: count(), weekly: count(), monthly: count(),
            yearly: count(),
            within: Bool.random(using: &random) ? .seconds(count() * 100_000) : nil)
        return policy.isEmpty ? RetentionPolicy(daily: 1) : policy
    }

    private func kept(
        _ candidates: [RetentionCandidate], _ policy: RetentionPolicy, _ now: Int64
    ) throws -> [RetentionCandidate] {
        var random = SeededGenerator(seed: UInt64(candidates.count))
        let decisions = try Retention.decide(
            candidates.shuffled(using: &random), policy: policy, now: FileTime(seconds: now))
        #expect(decisions.map(\.number) == candidates.map(\.number))
        let numbers = Set(decisions.filter(\.keep).map(\.number))
        return candidates.filter { numbers.contains($0.number) }
    }

    @Test func pruningTwiceIsPruningOnce() throws {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<200 {
            let all = history(&random, clockJumps: true)
            let policy = policy(&random)
            let now = (all.last?.created.seconds ?? 0) + 10
            let once = try kept(all, policy, now)
            #expect(try kept(once, policy, now) == once)
        }
    }

    @Test func aMoreGenerousPolicyKeepsASuperset() throws {
        var random = SeededGenerator(seed: 12)
        for _ in 0..<200 {
            let all = history(&random, clockJumps: true)
            let small = policy(&random)
            var large = small
            large.last += Int.random(in: 0...2, using: &random)
            large.hourly += Int.random(in: 0...2, using: &random)
            large.daily += Int.random(in: 0...2, using: &random)
            large.weekly += Int.random(in: 0...2, using: &random)
            large.monthly += Int.random(in: 0...2, using: &random)
            large.yearly += Int.random(in: 0...2, using: &random)
            large.within = (small.within ?? .zero) + .seconds(Int.random(in: 0...9, using: &random))
            let now = (all.last?.created.seconds ?? 0) + 10
            #expect(Set(try kept(all, large, now)).isSuperset(of: try kept(all, small, now)))
        }
    }

    @Test func timePassingDeletesNothing() throws {
        var random = SeededGenerator(seed: 13)
        for _ in 0..<200 {
            let all = history(&random, clockJumps: false)
            let policy = policy(&random)
            let now = all.last?.created.seconds ?? 0
            let once = try kept(all, policy, now)
            let later = now + Int64.random(in: 0...1_000_000_000, using: &random)
            #expect(try kept(once, policy, later) == once)
        }
    }

    @Test func theNewestWholeOneAndPinsAndTheFutureStay() throws {
        var random = SeededGenerator(seed: 14)
        for _ in 0..<200 {
            let all = history(&random, clockJumps: true)
            let now = all.randomElement(using: &random)?.created.seconds ?? 0
            let stay = Set(try kept(all, policy(&random), now).map(\.number))
            let past = all.filter { $0.created.seconds <= now }
            #expect(past.last(where: \.isWhole).map { stay.contains($0.number) } != false)
            #expect(all.filter(\.isPinned).allSatisfy { stay.contains($0.number) })
            #expect(all.filter { $0.created.seconds > now }.allSatisfy { stay.contains($0.number) })
        }
    }

    @Test func everyDecisionHasAnExplanation() throws {
        var random = SeededGenerator(seed: 15)
        for _ in 0..<100 {
            let all = history(&random, clockJumps: true)
            let now = FileTime(seconds: all.last?.created.seconds ?? 0)
            let numbers = Set(all.map(\.number))
            for decision in try Retention.decide(all, policy: policy(&random), now: now) {
                #expect(!decision.explanation.isEmpty)
                #expect(decision.takenBy.map(numbers.contains) != false)
                #expect(decision.takenBy != decision.number)
                #expect(decision.keep != decision.reasons.isEmpty || !decision.keep)
            }
        }
    }
}
