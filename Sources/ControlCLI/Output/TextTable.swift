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
        let titles = columns.map { [StyledText($0.title, .heading)] }
        let all = (heading ? [titles] : []) + rows
        let cells = all.map { row in row.map { $0.reduce(0) { $0 + CellWidth.of($1.text) } } }
        var widths = columns.map(\.least)
        for row in cells {
            for column in columns.indices { widths[column] = max(widths[column], row[column]) }
        }
        var shown = Array(columns.indices)
        func total() -> Int { shown.reduce(0) { $0 + widths[$1] } + 2 * max(0, shown.count - 1) }
        let order = columns.indices.filter { columns[$0].vanishes > 0 }
            .sorted { columns[$0].vanishes < columns[$1].vanishes }
        for victim in order where total() > screenColumns {
            shown.removeAll { $0 == victim }
        }
        return all.indices.map { line(all[$0], cells[$0], shown: shown, widths: widths) }
    }

    private func line(
        _ row: [[StyledText]], _ cells: [Int], shown: [Int], widths: [Int]
    ) -> OutputLine {
        var line = StyledLine()
        // Spaces that nothing follows are not wanted on any screen.
        var space = 0
        for (position, column) in shown.enumerated() {
            if position > 0 { space += 2 }
            let room = widths[column] - cells[column]
            if columns[column].isNumber { space += room }
            for piece in row[column] where !piece.text.isEmpty {
                line.append(spaces: space)
                line.append(piece)
                space = 0
            }
            if !columns[column].isNumber { space += room }
        }
        return OutputLine(line.pieces, overflow: .cut)
    }
}

/// The pieces of a line, as few as its styles allow.
private struct StyledLine {
    private(set) var pieces: [StyledText] = []

    mutating func append(_ piece: StyledText) {
        if let last = pieces.indices.last, pieces[last].style == piece.style {
            pieces[last].text += piece.text
        } else {
            pieces.append(piece)
        }
    }

    mutating func append(spaces count: Int) {
        guard count > 0 else { return }
        append(StyledText(String(repeating: " ", count: count)))
    }
}
