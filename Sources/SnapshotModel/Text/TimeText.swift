/// Civil times as text; every form can be typed after `@`.
package enum TimeText {
    /// Date and minute: `2026-11-30 11:02`.
    package static func minute(_ time: CivilTime) -> String {
        // Byte by byte, as below.
        var text: [UInt8] = []
        text.reserveCapacity(20)
        appendPadded(time.year, 4, to: &text)
        text.append(UInt8(ascii: "-"))
        appendPadded(time.month, 2, to: &text)
        text.append(UInt8(ascii: "-"))
        appendPadded(time.day, 2, to: &text)
        text.append(UInt8(ascii: " "))
        appendPadded(time.hour, 2, to: &text)
        text.append(UInt8(ascii: ":"))
        appendPadded(time.minute, 2, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Date, second and offset: `2026-11-30 11:02:40 +09:00`.
    package static func second(_ time: CivilTime) -> String {
        "\(minute(time)):\(padded(time.second, 2)) \(offset(time.utcOffset))"
    }

    /// RFC 3339, as JSON has it: `2026-11-30T11:02:40+09:00`, with a fraction of nine digits only where there are nanoseconds.
    package static func rfc3339(_ time: CivilTime, nanoseconds: Int32 = 0) -> String {
        // Byte by byte: a long list has thousands of them.
        var text: [UInt8] = []
        text.reserveCapacity(36)
        func append(_ mark: Unicode.Scalar, _ number: Int, _ width: Int) {
            text.append(UInt8(ascii: mark))
            appendPadded(number, width, to: &text)
        }
        appendPadded(time.year, 4, to: &text)
        append("-", time.month, 2)
        append("-", time.day, 2)
        append("T", time.hour, 2)
        append(":", time.minute, 2)
        append(":", time.second, 2)
        if nanoseconds != 0 { append(".", Int(nanoseconds), 9) }
        let minutes = abs(time.utcOffset) / 60
        append(time.utcOffset < 0 ? "-" : "+", minutes / 60, 2)
        append(":", minutes % 60, 2)
        return String(decoding: text, as: UTF8.self)
    }

    /// The day: `2026-11-30`.
    package static func date(_ time: CivilTime) -> String {
        "\(padded(time.year, 4))-\(padded(time.month, 2))-\(padded(time.day, 2))"
    }

    /// The distance from UTC in hours and minutes: `+09:00`.
    package static func offset(_ seconds: Int) -> String {
        let minutes = abs(seconds) / 60
        return (seconds < 0 ? "-" : "+") + "\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
    }

    static func padded(_ number: Int, _ width: Int) -> String {
        var text: [UInt8] = []
        appendPadded(number, width, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends a number with zeros before it, so that it has `width` digits at least.
    private static func appendPadded(_ number: Int, _ width: Int, to text: inout [UInt8]) {
        if number < 0 { text.append(UInt8(ascii: "-")) }
        var scale: UInt = 1
        var digits = 1
        while digits < width || number.magnitude / scale >= 10 {
            scale *= 10
            digits += 1
        }
        while scale > 0 {
            text.append(UInt8(ascii: "0") + UInt8(number.magnitude / scale % 10))
            scale /= 10
        }
    }
}
