internal import CivilCalendar
internal import SnapshotModel

extension ReportTime {
    /// The RFC 3339 text, with a fraction of nine digits only where the moment has one.
    package var text: String {
        TimeText.rfc3339(
            CivilCalendar(utcOffset: utcOffset).civilTime(at: time.seconds),
            nanoseconds: time.nanoseconds)
    }

    /// Reads RFC 3339 text, `nil` for anything else.
    package init?(text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, let clock = CivilFields(bytes[..<19]) else { return nil }
        let isUniversal = bytes.last == UInt8(ascii: "Z")
        let end = bytes.count - (isUniversal ? 1 : 6)
        guard end >= 19, let nanoseconds = Self.nanoseconds(bytes[19..<end]),
            let offset = isUniversal ? 0 : Self.offset(bytes[end...])
        else { return nil }
        let seconds = CivilCalendar(utcOffset: offset).seconds(
            year: clock.year, month: clock.month, day: clock.day, hour: clock.hour,
            minute: clock.minute, second: clock.second)
        self.init(FileTime(seconds: seconds, nanoseconds: nanoseconds), utcOffset: offset)
    }

    /// The seconds of `+09:00`, `nil` for anything else.
    private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
        guard text.count == 6, let sign = text.first,
            text[text.startIndex + 3] == UInt8(ascii: ":"),
            let hours = CivilFields.number(text.dropFirst().prefix(2)),
            let minutes = CivilFields.number(text.suffix(2))
        else { return nil }
        switch sign {
        case UInt8(ascii: "+"): return hours * 3600 + minutes * 60
        case UInt8(ascii: "-"): return -(hours * 3600 + minutes * 60)
        default: return nil
        }
    }

    /// The nanoseconds that `.` and one to nine digits stand for, 0 for nothing, `nil` for anything else.
    private static func nanoseconds(_ text: ArraySlice<UInt8>) -> Int32? {
        guard let point = text.first else { return 0 }
        let digits = text.dropFirst()
        guard point == UInt8(ascii: "."), (1...9).contains(digits.count),
            let number = CivilFields.number(digits)
        else { return nil }
        return (digits.count..<9).reduce(Int32(clamping: number)) { scaled, _ in scaled * 10 }
    }
}

/// The fields of `2026-11-30T11:15:00`.
private struct CivilFields {
    let year, month, day, hour, minute, second: Int

    init?(_ text: ArraySlice<UInt8>) {
        let shape = Array("0000-00-00T00:00:00".utf8)
        guard text.count == shape.count,
            zip(text, shape).allSatisfy({ $1 == UInt8(ascii: "0") || $0 == $1 }),
            let year = Self.number(text.prefix(4)), let month = Self.number(text[5..<7]),
            let day = Self.number(text[8..<10]), let hour = Self.number(text[11..<13]),
            let minute = Self.number(text[14..<16]), let second = Self.number(text[17..<19]),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// The number that digits alone stand for.
    static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}
