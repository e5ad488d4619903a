/// How long ago something was, in one unit that can be typed after `@`.
package enum Age {
    private static let month: Int64 = 2_629_746
    private static let year: Int64 = 31_556_952

    /// The age at `now` of a moment, rounded down; `now` under a second, `+` for the future.
    ///
    /// A month is the Gregorian calendar's average, since one unit is all that an age says.
    package static func text(from moment: FileTime, to now: FileTime) -> String {
        if moment > now {
            let ahead = seconds(from: now, to: moment)
            return ahead == 0 ? "now" : "+" + text(seconds: ahead)
        }
        let behind = seconds(from: moment, to: now)
        return behind == 0 ? "now" : text(seconds: behind)
    }

    private static func text(seconds: Int64) -> String {
        switch seconds {
        case ..<60: "\(seconds)s"
        case ..<3_600: "\(seconds / 60)m"
        case ..<172_800: "\(seconds / 3_600)h"
        case ..<1_209_600: "\(seconds / 86_400)d"
        case ..<5_443_200: "\(seconds / 604_800)w"
        case ..<(2 * year): "\(seconds / month)mo"
        default: "\(seconds / year)y"
        }
    }

    private static func seconds(from early: FileTime, to late: FileTime) -> Int64 {
        let (difference, overflow) = late.seconds.subtractingReportingOverflow(early.seconds)
        if overflow { return .max }
        return late.nanoseconds < early.nanoseconds ? difference - 1 : difference
    }
}
