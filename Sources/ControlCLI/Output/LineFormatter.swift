/// Turns lines into what a screen shows: its width, its colours, its characters.
package struct LineFormatter: Sendable {
    /// The screen that the lines go to.
    package let screen: Screen

    /// Makes a formatter for a screen.
    package init(screen: Screen) {
        self.screen = screen
    }

    /// The bytes of lines, each with its line end.
    package func bytes(_ lines: [OutputLine]) -> [UInt8] {
        var bytes = [UInt8]()
        // Where nothing is cut and no colour shown, a line is its bytes.
        if screen.columns == .max, !screen.usesColour, !screen.isASCII {
            for line in lines {
                for piece in line.pieces { bytes.append(contentsOf: piece.text.utf8) }
                while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
                bytes.append(UInt8(ascii: "\n"))
            }
            return bytes
        }
        for line in lines {
            for row in rows(line) {
                for piece in row { append(piece, to: &bytes) }
                bytes.append(UInt8(ascii: "\n"))
            }
        }
        return bytes
    }

    /// The rows that a line takes on the screen.
    private func rows(_ line: OutputLine) -> [[StyledText]] {
        let shown = screen.isASCII ? line.pieces.map { portable($0) } : line.pieces
        let pieces = Self.withoutTrailingSpace(shown)
        if screen.columns == .max { return [pieces] }
        let width = pieces.reduce(0) { $0 + CellWidth.of($1.text) }
        guard width > screen.columns else { return [pieces] }
        switch line.overflow {
        case .cut: return [cut(pieces)]
        case .wrap(let indent):
            return LineWrapper(columns: screen.columns, indent: indent).rows(pieces)
        }
    }

    /// The piece in ASCII if the screen knows no more: other bytes as `\ooo`.
    private func portable(_ piece: StyledText) -> StyledText {
        guard !piece.text.utf8.allSatisfy({ $0 < 0x80 }) else { return piece }
        return StyledText(NameDisplay.octal(Array(piece.text.utf8)), piece.style)
    }

    private func cut(_ pieces: [StyledText]) -> [StyledText] {
        var room = max(0, screen.columns - 3)
        var row: [StyledText] = []
        for piece in pieces {
            let head = CellWidth.prefix(piece.text, room)
            row.append(StyledText(head.text, piece.style))
            room -= head.cells
            if head.text != piece.text { break }
        }
        return row + [StyledText(String(repeating: ".", count: min(3, screen.columns)))]
    }

    private func append(_ piece: StyledText, to bytes: inout [UInt8]) {
        guard screen.usesColour, let parameters = piece.style.parameters, !piece.text.isEmpty else {
            bytes.append(contentsOf: piece.text.utf8)
            return
        }
        bytes.append(contentsOf: "\u{1B}[\(parameters)m\(piece.text)\u{1B}[0m".utf8)
    }

    private static func withoutTrailingSpace(_ pieces: [StyledText]) -> [StyledText] {
        if let last = pieces.last?.text.utf8.last, last != UInt8(ascii: " ") { return pieces }
        var pieces = pieces
        while var last = pieces.popLast() {
            while last.text.utf8.last == UInt8(ascii: " ") { last.text.removeLast() }
            if !last.text.isEmpty { return pieces + [last] }
        }
        return []
    }
}
