/// What a clock on the wall shows, in some zone.
package struct CivilTime: Hashable, Sendable, BitwiseCopyable {
    /// The calendar year.
    package var year: Int
    /// 1 to 12.
    package var month: Int
    /// 1 to 31.
    package var day: Int
    /// 0 to 23.
    package var hour: Int
    /// 0 to 59.
    package var minute: Int
    /// 0 to 60.
    package var second: Int
    /// Seconds ahead of UTC.
    package var utcOffset: Int
    /// The year of the ISO 8601 week.
    package var isoYear: Int
    /// The ISO 8601 week, 1 to 53.
    package var isoWeek: Int

    /// Makes a civil time from all its parts.
    package init(
        year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, utcOffset: Int,
        isoYear: Int, isoWeek: Int
    ) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
        self.utcOffset = utcOffset
        self.isoYear = isoYear
        self.isoWeek = isoWeek
    }
}

/// A time zone's rules: turns moments into civil times and back.
package protocol ZoneRules: Sendable {
    /// The zone's name, such as `Asia/Seoul`.
    var name: String { get }

    /// What a clock on the wall shows at a moment, in seconds since 1970.
    func civilTime(at seconds: Int64) -> CivilTime

    /// The moment of a date and time of day, which may be out of range (month 13, day 0) and is then normalised.
    ///
    /// A repeated hour is the later one, a skipped hour the first instant after the gap.
    func seconds(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) -> Int64
}
