extension TimeReference {
    /// Reads what follows `@`: `2h`, `yesterday`, `2026-11-29`, `2026-11-29T10:00:30+09:00`.
    package static func parse(_ text: some Sequence<UInt8>) -> TimeReference? {
        var cursor = Cursor(bytes: Array(text))
        if cursor.bytes == Array("yesterday".utf8) { return .yesterday }
        return parseDate(&cursor) ?? parseAgo(cursor.bytes)
    }

    private static func parseAgo(_ bytes: [UInt8]) -> TimeReference? {
        let digits = bytes.prefix { (0x30...0x39).contains($0) }
        // A count beyond this reaches before every calendar anyway.
        guard !digits.isEmpty else { return nil }
        let count = min(Int64(String(decoding: digits, as: UTF8.self)) ?? .max, 1_000_000_000)
        return switch String(decoding: bytes[digits.endIndex...], as: UTF8.self) {
        case "s": .seconds(count)
        case "m": .seconds(count * 60)
        case "h": .seconds(count * 3_600)
        case "d": .days(Int(count))
        case "w": .days(Int(count) * 7)
        case "mo": .months(Int(count))
        case "y": .months(Int(count) * 12)
        default: nil
        }
    }

    private static func parseDate(_ cursor: inout Cursor) -> TimeReference? {
        guard let year = cursor.number(4), cursor.take("-"),
            let month = cursor.number(2, in: 1...12),
            cursor.take("-"), let day = cursor.number(2, in: 1...31)
        else { return nil }
        if cursor.isAtEnd { return .date(year: year, month: month, day: day) }
        guard cursor.take("T") || cursor.take(" "), let hour = cursor.number(2, in: 0...23) else {
            return nil
        }
        let hasColons = cursor.take(":")
        guard let minute = cursor.number(2, in: 0...59) else { return nil }
        var time = ClockTime(year: year, month: month, day: day, hour: hour, minute: minute)
        if hasColons ? cursor.take(":") : cursor.isAtDigit {
            guard let second = cursor.number(2, in: 0...59) else { return nil }
            time.second = second
        }
        if !cursor.isAtEnd {
            guard let offset = cursor.offset() else { return nil }
            time.utcOffset = offset
        }
        return cursor.isAtEnd ? .time(time) : nil
    }
}

/// A place in a text that is read from left to right.
private struct Cursor {
    let bytes: [UInt8]
    var position = 0

    var isAtEnd: Bool { position == bytes.count }

    var isAtDigit: Bool { !isAtEnd && (0x30...0x39).contains(bytes[position]) }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard !isAtEnd, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    mutating func number(_ width: Int, in range: ClosedRange<Int> = 0...9_999) -> Int? {
        var value = 0
        for _ in 0..<width {
            guard isAtDigit else { return nil }
            value = value * 10 + Int(bytes[position] - 0x30)
            position += 1
        }
        return range.contains(value) ? value : nil
    }

    /// `Z` or `+09:00`, a space before it allowed because `list --long` prints one.
    mutating func offset() -> Int? {
        if take("Z") { return 0 }
        _ = take(" ")
        let isNegative = take("-")
        guard isNegative || take("+"), let hours = number(2, in: 0...23), take(":"),
            let minutes = number(2, in: 0...59)
        else { return nil }
        return (isNegative ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }
}
