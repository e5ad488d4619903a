/// How many snapshots each rule of a retention policy keeps.
package struct PolicyReport: Codable, Sendable, Hashable {
    /// The newest ones.
    package var last: Int
    /// One for each of that many hours.
    package var hourly: Int
    /// One for each of that many days.
    package var daily: Int
    /// One for each of that many weeks.
    package var weekly: Int
    /// One for each of that many months.
    package var monthly: Int
    /// One for each of that many years.
    package var yearly: Int
    /// All of the last that many seconds.
    package var within: Int?

    /// Makes the value from its parts.
    package init(
        last: Int = 0, hourly: Int = 0, daily: Int = 0, weekly: Int = 0, monthly: Int = 0,
        yearly: Int = 0, within: Int? = nil
    ) {
        self.last = last
        self.hourly = hourly
        self.daily = daily
        self.weekly = weekly
        self.monthly = monthly
        self.yearly = yearly
        self.within = within
    }
}
