/// Breaks lines between words, and inside a word only where it is wider than the screen.
struct LineWrapper {
    /// Cells in a row.
    let columns: Int
    /// Cells before every row but the first.
    let indent: Int

    /// The rows of a line.
    func rows(_ pieces: [StyledText]) -> [[StyledText]] {
        var rows: [[StyledText]] = []
        var row: [StyledText] = []
        var used = 0
        // A screen of a few columns has no room for an indent.
        let margin = indent * 2 < columns ? indent : 0

        func endRow() {
            while row.last?.text.hasPrefix(" ") == true { row.removeLast() }
            rows.append(row)
            row = margin > 0 ? [StyledText(String(repeating: " ", count: margin))] : []
            used = margin
        }
        for piece in pieces {
            for word in Self.words(piece.text) {
                let isSpace = word.hasPrefix(" ")
                let width = CellWidth.of(word)
                if used + width <= columns {
                    row.append(StyledText(word, piece.style))
                    used += width
                    continue
                }
                if isSpace { continue }
                if used > margin { endRow() }
                var rest = word
                while CellWidth.of(rest) > columns - used {
                    var head = CellWidth.prefix(rest, columns - used).text
                    if head.isEmpty { head = String(rest.prefix(1)) }
                    row.append(StyledText(head, piece.style))
                    rest.unicodeScalars.removeFirst(head.unicodeScalars.count)
                    endRow()
                }
                row.append(StyledText(rest, piece.style))
                used += CellWidth.of(rest)
            }
        }
        return rows + [row]
    }

    /// Runs of spaces and runs of anything else, in turn.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        for character in text.unicodeScalars {
            let isSpace = character == " "
            if let last = words.last, last.hasPrefix(" ") == isSpace {
                words[words.count - 1].unicodeScalars.append(character)
            } else {
                words.append(String(character))
            }
        }
        return words
    }
}
