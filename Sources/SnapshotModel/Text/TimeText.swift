/// Civil times as text; every form can be typed after `@`.
package enum TimeText {
    /// Date and minute: `2026-11-30 11:02`.
    package static func minute(_ time: CivilTime) -> String {
        "\(date(time)) \(padded(time.hour, 2)):\(padded(time.minute, 2))"
    }

    /// Date, second and offset: `2026-11-30 11:02:40 +09:00`.
    package static func second(_ time: CivilTime) -> String {
        "\(minute(time)):\(padded(time.second, 2)) \(offset(time.utcOffset))"
    }

    /// RFC 3339, as JSON has it: `2026-11-30T11:02:40+09:00`.
    package static func rfc3339(_ time: CivilTime) -> String {
        "\(date(time))T\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2))"
            + offset(time.utcOffset)
    }

    /// The day: `2026-11-30`.
    package static func date(_ time: CivilTime) -> String {
        "\(padded(time.year, 4))-\(padded(time.month, 2))-\(padded(time.day, 2))"
    }

    /// The distance from UTC in hours and minutes: `+09:00`.
    package static func offset(_ seconds: Int) -> String {
        let minutes = abs(seconds) / 60
        return (seconds < 0 ? "-" : "+") + "\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
    }

    static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number.magnitude)
        let zeros = String(repeating: "0", count: max(0, width - digits.count))
        return (number < 0 ? "-" : "") + zeros + digits
    }
}
