/// A moment as typed after `@`.
package enum TimeReference: Hashable, Sendable {
    /// So many seconds before now.
    case seconds(Int64)
    /// So many days before now, at the same time of day.
    case days(Int)
    /// So many months before now; a day that the month lacks is its last one.
    case months(Int)
    /// The end of the day before today.
    case yesterday
    /// The end of a day.
    case date(year: Int, month: Int, day: Int)
    /// A date and time of day, in the reader's zone or at an offset from UTC in seconds.
    case time(ClockTime)

    /// A date and time of day as typed.
    package struct ClockTime: Hashable, Sendable {
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
        /// 0 to 59; `nil` if left out.
        package var second: Int?
        /// Seconds ahead of UTC; `nil` for the reader's zone.
        package var utcOffset: Int?
    }
}
