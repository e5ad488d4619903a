internal import FoundationEssentials
package import SnapshotModel

/// A moment in a report: RFC 3339 text with the offset from UTC that held where and when it was taken.
package struct ReportTime: Codable, Sendable, Hashable {
    /// The moment.
    package var time: FileTime
    /// Seconds that local time was ahead of UTC.
    package var utcOffset: Int

    /// Makes a moment to be shown in local time `utcOffset` seconds ahead of UTC.
    package init(_ time: FileTime, utcOffset: Int) {
        self.time = time
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
