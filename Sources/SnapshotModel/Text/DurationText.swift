/// Lengths of time as people write and read them.
package enum DurationText {
    private static let units: [(name: String, nanoseconds: Int64)] = [
        ("w", 604_800_000_000_000), ("d", 86_400_000_000_000), ("h", 3_600_000_000_000),
        ("m", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000),
    ]
    /// The longest time that can be written: a century, so that sums of moments never overflow.
    private static let limit = UInt128(3_155_760_000_000_000_000)

    /// The length that a text such as `3s`, `200ms`, `1m56s` or `2h` stands for.
    package static func parse(_ text: String) -> Duration? {
        var rest = text
        var sum: UInt128 = 0
        var previous = Int64.max
        repeat {
            guard let (number, tail) = DecimalNumber.split(rest) else { return nil }
            let name = tail.prefix { $0.isLetter }
            guard let unit = units.first(where: { $0.name == name }), unit.nanoseconds < previous,
                let part = number.times(UInt128(unit.nanoseconds))
            else { return nil }
            sum += min(part, limit)
            previous = unit.nanoseconds
            rest = String(tail.dropFirst(name.count))
        } while !rest.isEmpty
        return sum < limit ? .nanoseconds(Int64(sum)) : nil
    }

    /// The length in its two largest units, rounded down: `1m56s`, `2h`, `200ms`; weeks count as days.
    package static func text(_ duration: Duration) -> String {
        var rest = max(0, duration.wholeNanoseconds)
        var parts = [String]()
        for unit in units.dropFirst() {
            let count = rest / unit.nanoseconds
            if count > 0, unit.name != "ms" || parts.isEmpty {
                parts.append("\(count)\(unit.name)")
            }
            if parts.count == 2 || (count == 0 && !parts.isEmpty) { break }
            rest %= unit.nanoseconds
        }
        return parts.isEmpty ? "0s" : parts.joined()
    }

    /// How long something took, in one unit: `0.2s`, `14s`, `4m`, `3h`, `2d`.
    package static func taken(_ duration: Duration) -> String {
        let nanoseconds = max(0, duration.wholeNanoseconds)
        let tenths = nanoseconds / 100_000_000
        if tenths < 100 { return "\(tenths / 10).\(tenths % 10)s" }
        let seconds = nanoseconds / 1_000_000_000
        return switch seconds {
        case ..<60: "\(seconds)s"
        case ..<3_600: "\(seconds / 60)m"
        case ..<172_800: "\(seconds / 3_600)h"
        default: "\(seconds / 86_400)d"
        }
    }
}
