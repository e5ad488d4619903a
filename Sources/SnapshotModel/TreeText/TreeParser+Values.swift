extension TreeParser {
    func error(_ problem: TreeTextError.Problem) -> TreeTextError {
        TreeTextError(line: line, problem: problem)
    }

    mutating func take(_ expected: String) -> Bool {
        var end = position
        for wanted in expected.utf8 {
            guard end < text.count, text[end] == wanted else { return false }
            end += 1
        }
        position = end
        return true
    }

    mutating func require(
        _ expected: String, _ problem: TreeTextError.Problem
    ) throws(TreeTextError) {
        guard take(expected) else { throw error(problem) }
    }

    mutating func takeKind() -> EntryKind? {
        for kind in EntryKind.allCases where take(kind.mtreeName) { return kind }
        return nil
    }

    mutating func skipValue() {
        while position < text.count, text[position] != 0x20, text[position] != 0x0A {
            position += 1
        }
    }

    mutating func parseReason() throws(TreeTextError) -> MissingReason {
        let start = position
        skipValue()
        let word = String(decoding: text[start..<position], as: Unicode.UTF8.self)
        guard let reason = MissingReason(rawValue: word) else { throw error(.badReason) }
        return reason
    }

    mutating func parseName() throws(TreeTextError) -> [UInt8] {
        let name = try parseEscaped()
        let dot = UInt8(ascii: ".")
        guard !name.isEmpty, name != [dot], name != [dot, dot], !name.contains(UInt8(ascii: "/"))
        else { throw error(.badName) }
        return name
    }

    /// A name or link target up to the next space, line end or equals sign.
    mutating func parseEscaped() throws(TreeTextError) -> [UInt8] {
        let start = position
        while position < text.count, !TreeText.isEscaped(text[position]) { position += 1 }
        var name = Array(text[start..<position])
        while position < text.count {
            let byte = text[position]
            if byte == UInt8(ascii: "\\") {
                name.append(try parseOctal())
            } else if TreeText.isEscaped(byte) {
                break
            } else {
                name.append(byte)
                position += 1
            }
        }
        return name
    }

    mutating func parseOctal() throws(TreeTextError) -> UInt8 {
        guard position + 3 < text.count else { throw error(.badEscape) }
        var value: UInt32 = 0
        for offset in 1...3 {
            let digit = text[position + offset] &- UInt8(ascii: "0")
            guard digit < 8 else { throw error(.badEscape) }
            value = value << 3 | UInt32(digit)
        }
        guard value > 0, value < 256, TreeText.isEscaped(UInt8(value)) else {
            throw error(.badEscape)
        }
        position += 4
        return UInt8(value)
    }

    mutating func parseNumber(upTo limit: UInt64) throws(TreeTextError) -> UInt64 {
        let start = position
        var value: UInt64 = 0
        while position < text.count {
            let digit = text[position] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = tenfold.addingReportingOverflow(UInt64(digit))
            guard !overflow, !carry else { throw error(.badNumber) }
            value = sum
            position += 1
        }
        let digits = position - start
        guard digits > 0, digits == 1 || text[start] != UInt8(ascii: "0"), value <= limit else {
            throw error(.badNumber)
        }
        return value
    }

    mutating func parseMode() throws(TreeTextError) -> UInt32 {
        let start = position
        var mode: UInt32 = 0
        while position < text.count, position - start < 6 {
            let digit = text[position] &- UInt8(ascii: "0")
            guard digit < 8 else { break }
            mode = mode << 3 | UInt32(digit)
            position += 1
        }
        let digits = position - start
        guard digits == (mode > 0o777 ? 5 : 4), text[start] == UInt8(ascii: "0"), mode <= 0o7777
        else { throw error(.badNumber) }
        return mode
    }

    mutating func parseTime() throws(TreeTextError) -> FileTime {
        let isNegative = take("-")
        let magnitude = try parseNumber(upTo: UInt64(Int64.max) + (isNegative ? 1 : 0))
        guard !isNegative || magnitude > 0, take("."), position + 9 <= text.count else {
            throw error(.badTime)
        }
        var nanoseconds: Int32 = 0
        for _ in 0..<9 {
            let digit = text[position] &- UInt8(ascii: "0")
            guard digit < 10 else { throw error(.badTime) }
            nanoseconds = nanoseconds * 10 + Int32(digit)
            position += 1
        }
        let seconds = isNegative ? 0 &- Int64(bitPattern: magnitude) : Int64(magnitude)
        return FileTime(seconds: seconds, nanoseconds: nanoseconds)
    }

    mutating func parseDigest() throws(TreeTextError) -> Digest {
        guard position + 64 <= text.count else { throw error(.badDigest) }
        let first = try parseWord()
        let second = try parseWord()
        let third = try parseWord()
        return Digest(words: first, second, third, try parseWord())
    }

    private mutating func parseWord() throws(TreeTextError) -> UInt64 {
        var word: UInt64 = 0
        for offset in position..<position + 16 {
            let character = text[offset]
            let digit = character &- UInt8(ascii: "0")
            let letter = character &- UInt8(ascii: "a")
            guard digit < 10 || letter < 6 else { throw error(.badDigest) }
            word = word << 4 | UInt64(digit < 10 ? digit : letter &+ 10)
        }
        position += 16
        return word
    }
}
