/// What the decision about a snapshot depends on.
package struct RetentionCandidate: Hashable, Sendable {
    /// The snapshot's number, which alone says what is newer.
    package var number: Int
    /// When it was made.
    package var created: FileTime
    /// What the clock on the wall showed then, in the zone of then.
    package var local: CivilTime
    /// Whether it lacks nothing.
    package var isWhole: Bool
    /// Whether a person said that it stays.
    package var isPinned: Bool

    /// Makes a candidate from what the store knows of a snapshot.
    package init(
        number: Int, created: FileTime, local: CivilTime, isWhole: Bool, isPinned: Bool
    ) {
        self.number = number
        self.created = created
        self.local = local
        self.isWhole = isWhole
        self.isPinned = isPinned
    }

    func bucket(of period: RetentionPeriod) -> RetentionBucket {
        switch period {
        case .hourly:
            // An hour is a stretch of real time: the two hours of a repeated one are apart.
            let start = created.seconds - Int64(local.minute * 60 + local.second)
            return RetentionBucket(
                order: [Int(start), local.utcOffset],
                label: "\(TimeText.date(local)) \(TimeText.padded(local.hour, 2)):00 "
                    + TimeText.offset(local.utcOffset))
        case .daily:
            return RetentionBucket(
                order: [local.year, local.month, local.day], label: TimeText.date(local))
        case .weekly:
            return RetentionBucket(
                order: [local.isoYear, local.isoWeek],
                label: TimeText.padded(local.isoYear, 4) + "-W" + TimeText.padded(local.isoWeek, 2))
        case .monthly:
            return RetentionBucket(
                order: [local.year, local.month],
                label: TimeText.padded(local.year, 4) + "-" + TimeText.padded(local.month, 2))
        case .yearly:
            return RetentionBucket(order: [local.year], label: TimeText.padded(local.year, 4))
        }
    }
}

/// One hour, day, week, month or year.
struct RetentionBucket: Hashable, Comparable {
    /// What buckets of one period are ordered by, a property of the calendar alone.
    ///
    /// An order by the snapshots inside would change when some of them expire, and the next run would
    /// then keep others than this one.
    let order: [Int]
    /// The bucket as a person writes it.
    let label: String

    static func < (left: RetentionBucket, right: RetentionBucket) -> Bool {
        left.order.lexicographicallyPrecedes(right.order)
    }

    static func == (left: RetentionBucket, right: RetentionBucket) -> Bool {
        left.order == right.order
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(order)
    }
}
