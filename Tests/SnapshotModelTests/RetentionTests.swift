import CivilCalendar
import SnapshotModel
import Testing

@Suite struct RetentionTests {
    private let now = FileTime(seconds: 1_796_013_600)  // 2026-11-30 04:40 UTC

    private func candidate(
        _ number: Int, _ zone: CivilCalendar, _ text: (Int, Int, Int, Int, Int),
        whole: Bool = true, pinned: Bool = false
    ) -> RetentionCandidate {
        let seconds = zone.seconds(
            year: text.0, month: text.1, day: text.2, hour: text.3, minute: text.4, second: 0)
        return RetentionCandidate(
            number: number, created: FileTime(seconds: seconds),
            local: zone.civilTime(at: seconds), isWhole: whole, isPinned: pinned)
    }

    private func kept(
        _ candidates: [RetentionCandidate], _ policy: RetentionPolicy
    ) throws -> [Int] {
        try Retention.decide(candidates, policy: policy, now: now).filter(\.keep).map(\.number)
    }

    @Test func anEmptyPolicyIsAnError() {
        #expect(throws: UserError.self) {
            try Retention.decide([], policy: RetentionPolicy(), now: now)
        }
        #expect(throws: UserError.self) {
            try Retention.decide([], policy: RetentionPolicy(last: -1, within: .zero), now: now)
        }
        #expect(
            RetentionPolicy.standard.summary == "20 last, 24 hourly, 7 daily, 4 weekly, 12 monthly")
        #expect(RetentionPolicy(within: .seconds(2_592_000)).summary == "all within 30d")
    }

    /// It alone has the work since the newest whole one.
    @Test func theNewestStaysThoughItIsPartial() throws {
        let zone = try #require(CivilCalendar(zone: "UTC"))
        let candidates = [
            candidate(1, zone, (2026, 11, 29, 8, 0)),
            candidate(2, zone, (2026, 11, 29, 9, 0)),
            candidate(3, zone, (2026, 11, 29, 10, 0), whole: false),
            candidate(4, zone, (2026, 11, 29, 11, 0), whole: false),
        ]
        let policy = RetentionPolicy(daily: 7, weekly: 4)
        let decisions = try Retention.decide(candidates, policy: policy, now: now)
        #expect(decisions.map(\.keep) == [true, true, false, true])
        #expect(decisions[3].explanation == "newest")
        #expect(decisions[1].explanation.contains("newest whole one"))
    }

    @Test func decisionsExplainThemselves() throws {
        let zone = try #require(CivilCalendar(zone: "Asia/Seoul"))
        let candidates = [
            candidate(17, zone, (2026, 11, 16, 9, 0), pinned: true),
            candidate(31, zone, (2026, 11, 28, 16, 5)), candidate(33, zone, (2026, 11, 28, 16, 41)),
            candidate(35, zone, (2026, 11, 29, 8, 0), whole: false),
            candidate(36, zone, (2026, 11, 29, 9, 0)),
            candidate(42, zone, (2026, 11, 30, 11, 15)),
        ]
        let policy = RetentionPolicy(last: 1, hourly: 3, daily: 7, weekly: 4, monthly: 12)
        let decisions = try Retention.decide(candidates, policy: policy, now: now)
        #expect(
            decisions.map(\.explanation) == [
                "pinned; weekly 2026-W47 (3 of 4); daily (4 of 7); oldest",
                "33 is newer in its hour, day, week, month", "daily 2026-11-28 (3 of 7)",
                "hourly 2026-11-29 08:00 +09:00 (3 of 3)",
                "weekly 2026-W48 (2 of 4); daily (2 of 7); hourly (2 of 3)",
                "last (1 of 1); newest whole one",
            ])
        #expect(decisions.map(\.keep) == [true, false, true, true, true, true])
        #expect(decisions[1].takenBy == 33)
        #expect(decisions[1].reasons.map(\.rule) == ["hourly", "daily", "weekly", "monthly"])
        #expect(decisions[5].reasons.map(\.rule).contains("monthly"))
    }

    @Test func wholeBeatsPartialInABucketAndTheExplanationSaysSo() throws {
        let zone = CivilCalendar.utc
        let candidates = [
            candidate(1, zone, (2026, 11, 20, 1, 0)),
            candidate(2, zone, (2026, 11, 20, 2, 0), whole: false),
            candidate(3, zone, (2026, 11, 21, 1, 0), whole: false),
        ]
        let decisions = try Retention.decide(
            candidates, policy: RetentionPolicy(daily: 2), now: now)
        #expect(decisions.map(\.keep) == [true, false, true])
        #expect(decisions[1].explanation == "1 is whole and in its day")
        #expect(decisions[0].explanation == "daily 2026-11-20 (2 of 2); newest whole one")
    }

    @Test func theOldestStaysWhileAPlaceIsFree() throws {
        let zone = CivilCalendar.utc
        let days = (1...4).map { candidate($0, zone, (2026, 11, 20, $0, 0)) }
        #expect(try kept(days, RetentionPolicy(daily: 1)) == [4])
        #expect(try kept(days, RetentionPolicy(daily: 2)) == [1, 4])
        let decisions = try Retention.decide(days, policy: RetentionPolicy(last: 2), now: now)
        #expect(decisions[0].explanation == "older than 2 last")
        #expect(decisions[0].takenBy == nil)
    }

    @Test func theFutureTakesNoPlaceAndDoesNotExpire() throws {
        let zone = CivilCalendar.utc
        let candidates = [
            candidate(1, zone, (2026, 11, 20, 1, 0)), candidate(2, zone, (2030, 1, 1, 0, 0)),
            candidate(3, zone, (2026, 11, 21, 1, 0)), candidate(4, zone, (2031, 1, 1, 0, 0)),
        ]
        let decisions = try Retention.decide(candidates, policy: RetentionPolicy(last: 1), now: now)
        #expect(decisions.map(\.keep) == [false, true, true, true])
        #expect(decisions[3].explanation == "dated in the future")
        #expect(decisions[2].explanation == "last (1 of 1); newest whole one")
    }

    @Test func withinCountsFromTheNewestOne() throws {
        let zone = CivilCalendar.utc
        let candidates = [
            candidate(1, zone, (2026, 1, 1, 0, 0)), candidate(2, zone, (2026, 1, 2, 0, 0)),
            candidate(3, zone, (2026, 1, 3, 0, 0)),
        ]
        #expect(try kept(candidates, RetentionPolicy(within: .seconds(86_400))) == [2, 3])
        #expect(try kept(candidates, RetentionPolicy(within: .seconds(86_399))) == [3])
    }

    @Test func theHoursOfARepeatedHourAreTwo() throws {
        let berlin = try #require(CivilCalendar(zone: "Europe/Berlin"))
        let second = candidate(2, berlin, (2026, 10, 25, 2, 30))
        let moment = second.created.seconds - 3_600
        let first = RetentionCandidate(
            number: 1, created: FileTime(seconds: moment), local: berlin.civilTime(at: moment),
            isWhole: true, isPinned: false)
        #expect(first.local.hour == second.local.hour)
        #expect(try kept([first, second], RetentionPolicy(hourly: 2)) == [1, 2])
        #expect(try kept([first, second], RetentionPolicy(daily: 1)) == [2])
    }

    @Test func week53IsOneWeekOverNewYear() throws {
        let zone = CivilCalendar.utc
        let candidates = [
            candidate(1, zone, (2020, 12, 27, 0, 0)), candidate(2, zone, (2020, 12, 31, 0, 0)),
            candidate(3, zone, (2021, 1, 3, 0, 0)), candidate(4, zone, (2021, 1, 4, 0, 0)),
        ]
        #expect(try kept(candidates, RetentionPolicy(weekly: 3)) == [1, 3, 4])
    }

    @Test func theNumberSaysWhatIsNewerInABucket() throws {
        let zone = CivilCalendar.utc
        let candidates = [
            candidate(8, zone, (2026, 11, 20, 9, 0)), candidate(9, zone, (2026, 11, 20, 8, 0)),
        ]
        #expect(try kept(candidates, RetentionPolicy(daily: 1)) == [9])
        #expect(try kept(candidates.reversed(), RetentionPolicy(last: 1)) == [9])
    }

    @Test func twoYearsOfSavingEndWithEveryRuleFilled() throws {
        let zone = try #require(CivilCalendar(zone: "America/New_York"))
        var alive = [RetentionCandidate]()
        let start = zone.seconds(year: 2024, month: 11, day: 1, hour: 0, minute: 0, second: 0)
        for number in 0..<1_700 {
            let moment = start + Int64(number) * 21_600
            alive.append(
                RetentionCandidate(
                    number: number, created: FileTime(seconds: moment),
                    local: zone.civilTime(at: moment), isWhole: true, isPinned: false))
            let decisions = try Retention.decide(
                alive, policy: .standard, now: FileTime(seconds: moment))
            let kept = Set(decisions.filter(\.keep).map(\.number))
            alive.removeAll { !kept.contains($0.number) }
        }
        let months = Set(alive.map { $0.local.year * 12 + $0.local.month })
        #expect(months.count >= 12)
        #expect(alive.count < 60)
    }
}
