/// Splits a gitignore pattern into components and these into steps.
struct PatternTokenizer {
    private let pattern: ArraySlice<UInt8>
    private var position: Int

    /// The steps of each component; `nil` for a pattern that can match nothing.
    static func segments(of pattern: ArraySlice<UInt8>) -> [[PatternToken]]? {
        var tokenizer = PatternTokenizer(pattern: pattern, position: pattern.startIndex)
        var segments: [[PatternToken]] = [[]]
        while let byte = tokenizer.next() {
            let token: PatternToken
            switch byte {
            case UInt8(ascii: "/"):
                segments.append([])
                continue
            case UInt8(ascii: "*"): token = .anyBytes
            case UInt8(ascii: "?"): token = .anyByte
            case UInt8(ascii: "["):
                guard let set = tokenizer.set() else { return nil }
                token = .set(set)
            case UInt8(ascii: "\\"):
                guard let escaped = tokenizer.next() else { return nil }
                token = .byte(escaped)
            default: token = .byte(byte)
            }
            segments[segments.count - 1].append(token)
        }
        return segments
    }

    private mutating func next() -> UInt8? {
        guard position < pattern.endIndex else { return nil }
        position += 1
        return pattern[position - 1]
    }

    private func isNext(_ byte: UInt8, after distance: Int = 0) -> Bool {
        position + distance < pattern.endIndex && pattern[position + distance] == byte
    }

    /// The set whose opening bracket was just read; `nil` if nothing closes it.
    private mutating func set() -> ByteSet? {
        var set = ByteSet()
        if isNext(UInt8(ascii: "!")) || isNext(UInt8(ascii: "^")) {
            set.isNegated = true
            position += 1
        }
        var low: UInt8?
        var isFirst = true
        while let byte = next() {
            if byte == UInt8(ascii: "]"), !isFirst { return set }
            isFirst = false
            if byte == UInt8(ascii: "["), isNext(UInt8(ascii: ":")), let name = className() {
                guard let ranges = Self.ranges(ofClass: name) else { return nil }
                for range in ranges { set.insert(range) }
                low = nil
            } else if byte == UInt8(ascii: "-"), let start = low, !isNext(UInt8(ascii: "]")) {
                guard let end = member() else { return nil }
                if start <= end { set.insert(start...end) }
                low = nil
            } else {
                position -= 1
                guard let single = member() else { return nil }
                set.insert(single...single)
                low = single
            }
        }
        return nil
    }

    /// A byte of a set, the one after a backslash taken as it is.
    private mutating func member() -> UInt8? {
        guard let byte = next() else { return nil }
        return byte == UInt8(ascii: "\\") ? next() : byte
    }

    /// The name inside `[:...:]`, whose bracket was just read; `nil` if the text is no class.
    private mutating func className() -> String? {
        guard let close = pattern[position...].firstIndex(of: UInt8(ascii: "]")),
            close >= position + 2, pattern[close - 1] == UInt8(ascii: ":")
        else { return nil }
        defer { position = close + 1 }
        return String(decoding: pattern[(position + 1)..<(close - 1)], as: Unicode.UTF8.self)
    }

    private static func ranges(ofClass name: String) -> [ClosedRange<UInt8>]? {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let upper = UInt8(ascii: "A")...UInt8(ascii: "Z")
        let lower = UInt8(ascii: "a")...UInt8(ascii: "z")
        return switch name {
        case "alnum": [digits, upper, lower]
        case "alpha": [upper, lower]
        case "blank": [0x09...0x09, 0x20...0x20]
        case "cntrl": [0x00...0x1F, 0x7F...0x7F]
        case "digit": [digits]
        case "graph": [0x21...0x7E]
        case "lower": [lower]
        case "print": [0x20...0x7E]
        case "punct": [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E]
        case "space": [0x09...0x0D, 0x20...0x20]
        case "upper": [upper]
        case "xdigit":
            [digits, UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "a")...UInt8(ascii: "f")]
        default: nil
        }
    }
}
