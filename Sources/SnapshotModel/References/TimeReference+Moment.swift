extension TimeReference {
    /// The latest moment that the text takes in; `nil` for a day that its month does not have.
    ///
    /// A time of day goes to the end of the minute or second that was typed, so that a time as `list` prints
    /// it names the snapshot it was printed for.
    package func moment(now: FileTime, zone: any ZoneRules) -> FileTime? {
        switch self {
        case .seconds(let count):
            let (seconds, overflow) = now.seconds.subtractingReportingOverflow(count)
            return FileTime(seconds: overflow ? .min : seconds, nanoseconds: now.nanoseconds)
        case .days(let count):
            let time = zone.civilTime(at: now.seconds)
            return FileTime(
                seconds: zone.seconds(of: time, day: time.day - count),
                nanoseconds: now.nanoseconds)
        case .months(let count):
            let time = zone.civilTime(at: now.seconds)
            let last = zone.lastDay(year: time.year, month: time.month - count)
            return FileTime(
                seconds: zone.seconds(
                    year: last.year, month: last.month, day: min(time.day, last.day),
                    hour: time.hour, minute: time.minute, second: time.second),
                nanoseconds: now.nanoseconds)
        case .yesterday:
            let today = zone.civilTime(at: now.seconds)
            return Self.before(zone.start(year: today.year, month: today.month, day: today.day))
        case .date(let year, let month, let day):
            guard day <= zone.lastDay(year: year, month: month).day else { return nil }
            return Self.before(zone.start(year: year, month: month, day: day + 1))
        case .time(let time):
            return Self.moment(time, zone)
        }
    }

    private static func moment(_ time: ClockTime, _ zone: any ZoneRules) -> FileTime? {
        guard time.day <= zone.lastDay(year: time.year, month: time.month).day else { return nil }
        if let offset = time.utcOffset {
            let seconds = zone.universalSeconds(of: time) - Int64(offset)
            return before(seconds + (time.second == nil ? 60 : 1))
        }
        let seconds = zone.seconds(
            year: time.year, month: time.month, day: time.day, hour: time.hour,
            minute: time.minute, second: time.second ?? 0)
        let shown = zone.civilTime(at: seconds)
        guard (shown.hour, shown.minute) == (time.hour, time.minute) else {
            // The hour was skipped; what follows the gap was not asked for.
            return FileTime(seconds: seconds)
        }
        return before(seconds + (time.second == nil ? 60 : 1))
    }

    private static func before(_ seconds: Int64) -> FileTime {
        FileTime(seconds: seconds - 1, nanoseconds: 999_999_999)
    }
}

extension ZoneRules {
    fileprivate func seconds(of time: CivilTime, day: Int) -> Int64 {
        seconds(
            year: time.year, month: time.month, day: day, hour: time.hour, minute: time.minute,
            second: time.second)
    }

    /// The last day of a month, which may be out of range: day 0 of the month after it.
    fileprivate func lastDay(year: Int, month: Int) -> CivilTime {
        civilTime(
            at: seconds(year: year, month: month + 1, day: 0, hour: 12, minute: 0, second: 0))
    }

    /// The first moment of a day, also where midnight happens twice.
    fileprivate func start(year: Int, month: Int, day: Int) -> Int64 {
        let later = seconds(year: year, month: month, day: day, hour: 0, minute: 0, second: 0)
        let (after, before) = (civilTime(at: later), civilTime(at: later - 1))
        guard (before.year, before.month, before.day) == (after.year, after.month, after.day) else {
            return later
        }
        return later - Int64(before.utcOffset - after.utcOffset)
    }

    /// The moment at which the clock of Greenwich shows a time, found by the rules of this zone.
    ///
    /// A zone's clock is ahead of it by the zone's offset, except in a gap. A week later there is none, and
    /// a week of Greenwich has always the same length.
    fileprivate func universalSeconds(of time: TimeReference.ClockTime) -> Int64 {
        let (moment, shown) = clock(time, daysLater: 0)
        if (shown.day, shown.hour, shown.minute) == (time.day, time.hour, time.minute) {
            return moment + Int64(shown.utcOffset)
        }
        let (later, shownLater) = clock(time, daysLater: 7)
        return later + Int64(shownLater.utcOffset) - 604_800
    }

    private func clock(
        _ time: TimeReference.ClockTime, daysLater days: Int
    ) -> (moment: Int64, shown: CivilTime) {
        let moment = seconds(
            year: time.year, month: time.month, day: time.day + days, hour: time.hour,
            minute: time.minute, second: time.second ?? 0)
        return (moment, civilTime(at: moment))
    }
}
