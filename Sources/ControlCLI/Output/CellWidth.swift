internal import LinuxSystem

/// How many cells of a terminal text takes.
enum CellWidth {
    /// Cells of a text.
    static func of(_ text: String) -> Int {
        let bytes = text.utf8
        if bytes.allSatisfy({ $0 < 0x80 }) { return bytes.count }
        return text.unicodeScalars.reduce(0) { $0 + of($1) }
    }

    /// Cells of one code point: 0 for combining ones and for the vowels and finals of decomposed Hangul.
    static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.isASCII { return 1 }
        // The C library does not know emoji that are newer than it is.
        return Terminal.cellWidth(of: scalar) ?? (scalar.value >= 0x1F000 ? 2 : 1)
    }

    /// The longest beginning that fits into so many cells, never between a character and its zero-width followers.
    static func prefix(_ text: String, _ cells: Int) -> (text: String, cells: Int) {
        var taken = ""
        var used = 0
        for scalar in text.unicodeScalars {
            let width = of(scalar)
            if used + width > cells { break }
            taken.unicodeScalars.append(scalar)
            used += width
        }
        return (taken, used)
    }
}
