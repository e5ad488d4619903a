internal import ControlProtocol
internal import SnapshotModel

/// What turns a report's numbers into what one reader sees: the moment, the zone, the characters.
struct ReadingContext: Sendable {
    /// When the answer is read.
    var now: FileTime
    /// The reader's time zone.
    var zone: any ZoneRules
    /// Names as the screen shows them.
    var name: NameDisplay

    /// A number of bytes, such as `40.1 KiB`.
    func size(_ bytes: Int64) -> String { ByteSize.text(bytes) }

    /// How old a moment is in one unit, such as `2h`.
    func age(_ moment: FileTime) -> String { Age.text(from: moment, to: now) }

    /// How old a moment is in one unit, such as `2h`.
    func age(_ moment: ReportTime) -> String { age(moment.time) }

    /// How long ago a moment was, in words, such as `2h ago`.
    func ago(_ moment: ReportTime) -> String {
        let age = age(moment)
        if age == "now" { return age }
        return age.hasPrefix("+")
            ? WordSentence.inTime(["age": String(age.dropFirst())])
            : WordSentence.ago(["age": age])
    }

    /// The local date and time to the minute, such as `2026-11-30 11:02`.
    func minute(_ moment: FileTime) -> String { TimeText.minute(civil(moment)) }

    /// The local date and time to the minute, such as `2026-11-30 11:02`.
    func minute(_ moment: ReportTime) -> String { minute(moment.time) }

    /// The local date and time to the second with its offset, such as `2026-11-30 11:02:40 +09:00`.
    func offsetSecond(_ moment: FileTime) -> String { TimeText.second(civil(moment)) }

    /// The local date and time to the second, such as `2026-11-30 11:02:40`.
    func second(_ moment: ReportTime) -> String {
        String(offsetSecond(moment.time).prefix(19))
    }

    /// How long something took, such as `0.3s` or `4m`.
    func taken(_ seconds: Double) -> String {
        DurationText.taken(.milliseconds(Int((max(0, seconds) * 1000).rounded())))
    }

    /// A length of time to come, such as `4s` or `1m56s`.
    func length(_ seconds: Double) -> String {
        DurationText.text(.seconds(max(0, seconds.rounded(.up))))
    }

    /// A length of time in one unit, rounded down, such as `24h`.
    func unit(_ seconds: Int) -> String {
        Age.text(from: FileTime(seconds: 0), to: FileTime(seconds: Int64(seconds)))
    }

    private func civil(_ moment: FileTime) -> CivilTime {
        zone.civilTime(at: moment.seconds)
    }
}
