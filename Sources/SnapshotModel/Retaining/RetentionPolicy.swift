/// How many snapshots to keep, by rules of which one is enough to keep a snapshot.
package struct RetentionPolicy: Codable, Hashable, Sendable {
    /// The newest ones.
    package var last: Int
    /// The newest one of each of so many hours that have any.
    package var hourly: Int
    /// The newest one of each of so many days that have any.
    package var daily: Int
    /// The newest one of each of so many ISO 8601 weeks that have any.
    package var weekly: Int
    /// The newest one of each of so many months that have any.
    package var monthly: Int
    /// The newest one of each of so many years that have any.
    package var yearly: Int
    /// All that were made within this time before the newest one.
    package var within: Duration?

    /// Makes a policy; rules left out keep nothing.
    package init(
        last: Int = 0, hourly: Int = 0, daily: Int = 0, weekly: Int = 0, monthly: Int = 0,
        yearly: Int = 0, within: Duration? = nil
    ) {
        self.last = last
        self.hourly = hourly
        self.daily = daily
        self.weekly = weekly
        self.monthly = monthly
        self.yearly = yearly
        self.within = within
    }

    /// What is kept where nobody said otherwise.
    package static let standard = RetentionPolicy(
        last: 20, hourly: 24, daily: 7, weekly: 4, monthly: 12)

    /// Whether the rules keep nothing at all.
    package var isEmpty: Bool {
        last <= 0 && RetentionPeriod.allCases.allSatisfy { count(of: $0) <= 0 }
            && (within ?? .zero) <= .zero
    }

    /// The rules in words: `20 last, 24 hourly, 7 daily, 4 weekly, 12 monthly`.
    package var summary: String {
        var parts = last > 0 ? ["\(last) last"] : []
        for period in RetentionPeriod.allCases where count(of: period) > 0 {
            parts.append("\(count(of: period)) \(period.rawValue)")
        }
        if let within, within > .zero { parts.append("all within \(DurationText.text(within))") }
        return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
    }

    func count(of period: RetentionPeriod) -> Int {
        switch period {
        case .hourly: hourly
        case .daily: daily
        case .weekly: weekly
        case .monthly: monthly
        case .yearly: yearly
        }
    }
}

/// The periods of which one snapshot each is kept, from fine to coarse.
enum RetentionPeriod: String, CaseIterable {
    case hourly, daily, weekly, monthly, yearly

    /// The period as a person calls it.
    var unit: String {
        switch self {
        case .hourly: "hour"
        case .daily: "day"
        case .weekly: "week"
        case .monthly: "month"
        case .yearly: "year"
        }
    }
}
