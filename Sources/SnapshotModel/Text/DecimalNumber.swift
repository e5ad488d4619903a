/// A number without sign as typed, such as `40.1`: digits with the place of the decimal point.
struct DecimalNumber {
    private let digits: UInt64
    private let scale: UInt64

    /// The number at the start of a text and what follows it; `nil` without one or beyond 64 bits.
    static func split(_ text: String) -> (number: DecimalNumber, rest: Substring)? {
        var digits: UInt64 = 0
        var scale: UInt64 = 1
        var rest = text[...]
        var (whole, decimals) = (0, 0)
        var isFraction = false
        while let character = rest.first {
            if character == ".", !isFraction {
                isFraction = true
            } else if let digit = character.asciiValue, (0x30...0x39).contains(digit) {
                let (tenfold, overflow) = digits.multipliedReportingOverflow(by: 10)
                let (sum, carry) = tenfold.addingReportingOverflow(UInt64(digit - 0x30))
                guard !overflow, !carry, decimals < 18 else { return nil }
                digits = sum
                if isFraction { scale *= 10 }
                if isFraction { decimals += 1 } else { whole += 1 }
            } else {
                break
            }
            rest = rest.dropFirst()
        }
        guard whole > 0, isFraction == (decimals > 0) else { return nil }
        return (DecimalNumber(digits: digits, scale: scale), rest)
    }

    /// The number times a factor, rounded down; `nil` beyond 128 bits.
    func times(_ factor: UInt128) -> UInt128? {
        let (product, overflow) = UInt128(digits).multipliedReportingOverflow(by: factor)
        return overflow ? nil : product / UInt128(scale)
    }
}
