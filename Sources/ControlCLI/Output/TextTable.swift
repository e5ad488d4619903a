/// A column of a table.
struct TableColumn: Sendable {
    /// Its heading.
    var title: String
    /// Whether its cells stand at its right edge, as numbers do.
    var isNumber = false
    /// Fewest cells it takes.
    var least = 0
    /// Which columns vanish first where the screen is too narrow: 1 first; 0 never.
    var vanishes = 0
}

/// Rows in columns as wide as their content, two spaces apart; the last column takes the rest.
struct TextTable: Sendable {
    /// The columns from left to right.
    var columns: [TableColumn]
    /// The rows; a cell may have pieces of several styles.
    var rows: [[[StyledText]]] = []

    /// The table's lines for a screen, the headings first if they are wanted.
    func lines(columns screenColumns: Int, heading: Bool) -> [OutputLine] {
        var shown = Array(columns.indices)
        let widths = columns.indices.map { width(of: $0, heading: heading) }
        func total() -> Int { shown.reduce(0) { $0 + widths[$1] } + 2 * max(0, shown.count - 1) }
        let order = columns.indices.filter { columns[$0].vanishes > 0 }
            .sorted { columns[$0].vanishes < columns[$1].vanishes }
        for victim in order where total() > screenColumns {
            shown.removeAll { $0 == victim }
        }
        let titles = columns.map { [StyledText($0.title, .heading)] }
        return ((heading ? [titles] : []) + rows).map { row in
            line(row, shown: shown, widths: widths)
        }
    }

    private func line(_ row: [[StyledText]], shown: [Int], widths: [Int]) -> OutputLine {
        var pieces: [StyledText] = []
        for (position, column) in shown.enumerated() {
            if position > 0 { pieces.append(StyledText("  ")) }
            let cells = row[column].reduce(0) { $0 + CellWidth.of($1.text) }
            let room = StyledText(String(repeating: " ", count: max(0, widths[column] - cells)))
            if columns[column].isNumber {
                pieces += [room] + row[column]
            } else {
                pieces += row[column] + (position == shown.count - 1 ? [] : [room])
            }
        }
        return OutputLine(pieces, overflow: .cut)
    }

    private func width(of column: Int, heading: Bool) -> Int {
        let cells = rows.map { row in row[column].reduce(0) { $0 + CellWidth.of($1.text) } }
        let title = heading ? CellWidth.of(columns[column].title) : 0
        return max(cells.max() ?? 0, title, columns[column].least)
    }
}
