internal import FoundationEssentials
internal import SnapshotModel

extension ReportTime {
    /// The RFC 3339 text, with a fraction of nine digits only where the moment has one.
    package var text: String {
        let zone = TimeZone(secondsFromGMT: utcOffset) ?? .gmt
        let style = Date.ISO8601FormatStyle(timeZone: zone)
        let date = Date(timeIntervalSince1970: TimeInterval(time.seconds))
        let dateAndTime = style.year().month().day().time(includingFractionalSeconds: false)
        return date.formatted(dateAndTime) + fraction + offset
    }

    /// `.` and nine digits, or nothing for a whole second.
    private var fraction: String {
        guard time.nanoseconds != 0 else { return "" }
        let digits = String(time.nanoseconds)
        return "." + String(repeating: "0", count: max(0, 9 - digits.utf8.count)) + digits
    }

    /// The offset as `+09:00`.
    private var offset: String {
        let minutes = abs(utcOffset) / 60
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return (utcOffset < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
    }

    /// Reads RFC 3339 text, `nil` for anything else.
    package init?(text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20 else { return nil }
        let offset: Int
        var end = bytes.count
        if bytes[end - 1] == UInt8(ascii: "Z") {
            offset = 0
            end -= 1
        } else {
            guard bytes.count >= 25, bytes[end - 3] == UInt8(ascii: ":"),
                let hours = Int(String(decoding: bytes[(end - 5)..<(end - 3)], as: UTF8.self)),
                let minutes = Int(String(decoding: bytes[(end - 2)...], as: UTF8.self))
            else { return nil }
            let sign = bytes[end - 6]
            guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
            offset = (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
            end -= 6
        }
        guard let nanoseconds = Self.nanoseconds(bytes[19..<end]),
            let date = try? Date.ISO8601FormatStyle(timeZone: .gmt).parse(
                String(decoding: bytes[..<19], as: UTF8.self) + "Z")
        else { return nil }
        let seconds = Int64(date.timeIntervalSince1970.rounded()) - Int64(offset)
        self.init(FileTime(seconds: seconds, nanoseconds: nanoseconds), utcOffset: offset)
    }

    /// The nanoseconds that `.` and one to nine digits stand for, 0 for nothing, `nil` for anything else.
    private static func nanoseconds(_ text: ArraySlice<UInt8>) -> Int32? {
        guard let point = text.first else { return 0 }
        let digits = text.dropFirst()
        guard point == UInt8(ascii: "."), (1...9).contains(digits.count),
            let number = Int32(String(decoding: digits, as: UTF8.self)), number >= 0
        else { return nil }
        return (digits.count..<9).reduce(number) { scaled, _ in scaled * 10 }
    }
}
