package import SnapshotModel

/// A moment in a report: RFC 3339 text with the offset from UTC that held where and when it was taken.
package struct ReportTime: Codable, Sendable, Hashable {
    /// The moment.
    package var time: FileTime
    /// Seconds that local time was ahead of UTC.
    package var utcOffset: Int

    /// The seconds of the years 0001 to 9999, a day less at both ends for the offset.
    private static let representable: ClosedRange<Int64> = -62_135_510_400...253_402_214_399

    /// Makes a moment to be shown in local time `utcOffset` seconds ahead of UTC.
    package init(_ time: FileTime, utcOffset: Int) {
        // RFC 3339 has four digits for a year, file systems have more; a report must not fail for that.
        self.time =
            Self.representable.contains(time.seconds)
            ? time
            : FileTime(
                seconds: min(
                    max(time.seconds, Self.representable.lowerBound), Self.representable.upperBound)
            )
        // RFC 3339 has no seconds in an offset; zones had them before 1972.
        self.utcOffset = utcOffset - utcOffset % 60
    }

    /// Makes a moment of whole seconds, as reports show the times of snapshots.
    package init(seconds: Int64, utcOffset: Int) {
        self.init(FileTime(seconds: seconds), utcOffset: utcOffset)
    }

    /// Reads RFC 3339 text.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let moment = Self(text: text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(text) is no RFC 3339 time")
        }
        self = moment
    }

    /// Writes RFC 3339 text.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
