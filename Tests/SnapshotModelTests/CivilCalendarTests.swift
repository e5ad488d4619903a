import CivilCalendar
import SnapshotModel
import TestSupport
import Testing

@Suite struct CivilCalendarTests {
    @Test func aMomentIsShownInItsZone() throws {
        let seoul = try #require(CivilCalendar(zone: "Asia/Seoul"))
        let time = seoul.civilTime(at: 1_764_468_160)
        #expect(TimeText.second(time) == "2025-11-30 11:02:40 +09:00")
        #expect(TimeText.rfc3339(time) == "2025-11-30T11:02:40+09:00")
        #expect(TimeText.minute(time) == "2025-11-30 11:02")
        #expect(seoul.name == "Asia/Seoul")
    }

    @Test func aRepeatedHourIsTheLaterOneAndASkippedHourTheEndOfTheGap() throws {
        let berlin = try #require(CivilCalendar(zone: "Europe/Berlin"))
        let repeated = berlin.seconds(
            year: 2026, month: 10, day: 25, hour: 2, minute: 30, second: 0)
        #expect(repeated == 1_792_891_800)
        #expect(berlin.civilTime(at: repeated).utcOffset == 3_600)
        #expect(berlin.civilTime(at: repeated - 3_600).hour == 2)
        let skipped = berlin.seconds(year: 2026, month: 3, day: 29, hour: 2, minute: 30, second: 0)
        #expect(TimeText.second(berlin.civilTime(at: skipped)) == "2026-03-29 03:00:00 +02:00")
        #expect(TimeText.minute(berlin.civilTime(at: skipped - 1)) == "2026-03-29 01:59")
    }

    @Test func partsOutOfRangeAreNormalised() {
        let utc = CivilCalendar.utc
        let march = utc.seconds(year: 2024, month: 3, day: 0, hour: 0, minute: 0, second: 0)
        #expect(TimeText.date(utc.civilTime(at: march)) == "2024-02-29")
        let next = utc.seconds(year: 2024, month: 13, day: 1, hour: 24, minute: 0, second: -1)
        #expect(TimeText.second(utc.civilTime(at: next)) == "2025-01-01 23:59:59 +00:00")
    }

    @Test(arguments: [
        ("2020-12-31", 2020, 12, 31, 2020, 53), ("2021-01-03", 2021, 1, 3, 2020, 53),
        ("2021-01-04", 2021, 1, 4, 2021, 1), ("2019-12-30", 2019, 12, 30, 2020, 1),
        ("2026-11-30", 2026, 11, 30, 2026, 49), ("2024-12-29", 2024, 12, 29, 2024, 52),
    ])
    func weeksFollowISO8601(
        text: String, year: Int, month: Int, day: Int, isoYear: Int, isoWeek: Int
    ) {
        let utc = CivilCalendar.utc
        let moment = utc.seconds(year: year, month: month, day: day, hour: 12, minute: 0, second: 0)
        let time = utc.civilTime(at: moment)
        #expect(TimeText.date(time) == text)
        #expect((time.isoYear, time.isoWeek) == (isoYear, isoWeek))
    }

    @Test func theOffsetMayBeFixed() {
        let zone = CivilCalendar(utcOffset: -12_600)
        #expect(zone.name == "-03:30")
        #expect(TimeText.second(zone.civilTime(at: 0)) == "1969-12-31 20:30:00 -03:30")
        #expect(CivilCalendar.utc.name == "UTC")
    }

    @Test func everyMomentIsFoundAgain() throws {
        var random = SeededGenerator(seed: 3)
        for name in [
            "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Africa/Monrovia",
        ] {
            let zone = try #require(CivilCalendar(zone: name))
            for _ in 0..<2_000 {
                let moment = Int64.random(in: -3_000_000_000...6_000_000_000, using: &random)
                let time = zone.civilTime(at: moment)
                let found = zone.seconds(
                    year: time.year, month: time.month, day: time.day, hour: time.hour,
                    minute: time.minute, second: time.second)
                let again = zone.civilTime(at: found)
                #expect(found == moment || (found > moment && again.utcOffset != time.utcOffset))
                #expect(TimeText.minute(again) == TimeText.minute(time))
            }
        }
    }

    @Test func unknownZonesAndExtremeMomentsDoNoHarm() {
        #expect(CivilCalendar(zone: "Asia/Atlantis") == nil)
        #expect(CivilCalendar(zone: "UTC\0x") == nil)
        #expect(!CivilCalendar.local().name.isEmpty)
        #expect(CivilCalendar.utc.civilTime(at: .max).year > 1_000_000)
        #expect(CivilCalendar.utc.civilTime(at: .min).year < -1_000_000)
        let far = CivilCalendar.utc.seconds(
            year: .max, month: .min, day: 1, hour: 0, minute: 0, second: 0)
        #expect(far > 0)
    }
}
