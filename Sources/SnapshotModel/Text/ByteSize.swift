/// Counts of bytes as people write and read them.
package enum ByteSize {
    private static let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]

    /// The count in the largest unit of 1024 that leaves at least 1, with one decimal under 100.
    package static func text(_ bytes: Int64) -> String {
        let sign = bytes < 0 ? "-" : ""
        var unit: UInt128 = 1
        let count = UInt128(bytes.magnitude)
        for name in units {
            let tenths = (count * 10 + unit / 2) / unit
            let whole = (count + unit / 2) / unit
            if unit == 1, whole < 1024 { return "\(sign)\(whole) \(name)" }
            if tenths < 1000 { return "\(sign)\(tenths / 10).\(tenths % 10) \(name)" }
            if whole < 1024 { return "\(sign)\(whole) \(name)" }
            unit *= 1024
        }
        return "\(sign)\(count) B"
    }

    /// The bytes that a text stands for: `10M` and `10 MiB` count by 1024, `10MB` by 1000.
    package static func parse(_ text: String) -> Int64? {
        guard let (number, suffix) = DecimalNumber.split(text) else { return nil }
        let unit = suffix.first == " " ? suffix.dropFirst() : suffix
        guard suffix != " ", let factor = factor(of: unit), let bytes = number.times(factor) else {
            return nil
        }
        return Int64(exactly: bytes)
    }

    private static func factor(of unit: Substring) -> UInt128? {
        if unit.isEmpty || unit == "B" { return 1 }
        guard let letter = unit.first, let power = "KMGTPE".firstIndex(of: letter) ?? kilo(letter)
        else { return nil }
        let steps = "KMGTPE".distance(from: "KMGTPE".startIndex, to: power) + 1
        let base: UInt128
        switch unit.dropFirst() {
        case "", "iB": base = 1024
        case "B": base = 1000
        default: return nil
        }
        return (0..<steps).reduce(1) { product, _ in product * base }
    }

    /// SI writes kilo with a small letter, and only kilo.
    private static func kilo(_ letter: Character) -> String.Index? {
        letter == "k" ? "KMGTPE".startIndex : nil
    }
}
