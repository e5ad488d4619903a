internal import Glibc

/// What a clock on the wall shows in UTC.
package struct UniversalTime: Hashable, Sendable, CustomStringConvertible {
    /// The calendar year.
    package let year: Int
    /// 1 to 12.
    package let month: Int
    /// 1 to 31.
    package let day: Int
    /// 0 to 23.
    package let hour: Int
    /// 0 to 59.
    package let minute: Int
    /// 0 to 59.
    package let second: Int

    /// The civil time `seconds` after 1970, as gmtime_r(3) has it; the year 1900 where it has none.
    package init(seconds: Int64) {
        var moment = time_t(seconds)
        var parts = unsafe tm()
        unsafe gmtime_r(&moment, &parts)
        year = Int(unsafe parts.tm_year) + 1900
        month = Int(unsafe parts.tm_mon) + 1
        day = Int(unsafe parts.tm_mday)
        hour = Int(unsafe parts.tm_hour)
        minute = Int(unsafe parts.tm_min)
        second = Int(unsafe parts.tm_sec)
    }

    /// Seconds from 1970 to a civil time, as timegm(3) has them.
    package static func seconds(
        year: Int32, month: Int32, day: Int32, hour: Int32, minute: Int32, second: Int32
    ) -> Int64 {
        var parts = unsafe tm()
        unsafe parts.tm_year = year - 1900
        unsafe parts.tm_mon = month - 1
        unsafe parts.tm_mday = day
        unsafe parts.tm_hour = hour
        unsafe parts.tm_min = minute
        unsafe parts.tm_sec = second
        return Int64(unsafe timegm(&parts))
    }

    /// The time as RFC 3339 writes it, in whole seconds.
    package var description: String {
        "\(padded(year, 4))-\(padded(month))-\(padded(day))"
            + "T\(padded(hour)):\(padded(minute)):\(padded(second))Z"
    }

    private func padded(_ number: Int, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
