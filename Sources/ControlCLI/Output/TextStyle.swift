/// What a piece of text means; colour repeats it where a terminal has colour.
package enum TextStyle: Sendable, Hashable {
    case plain, heading, alarm, caution, added, removed, changed, moved

    /// The SGR parameters of the style in the terminal's own eight colours, `nil` for plain text.
    var parameters: String? {
        switch self {
        case .plain: nil
        case .heading: "1"
        case .alarm: "1;31"
        case .caution: "33"
        case .added: "32"
        case .removed: "31"
        case .changed: "33"
        case .moved: "36"
        }
    }
}

/// A piece of a line, in one style.
package struct StyledText: Sendable, Hashable {
    /// The text, without control characters.
    package var text: String
    /// What it means.
    package var style: TextStyle

    /// Makes a piece from text and what it means.
    package init(_ text: String, _ style: TextStyle = .plain) {
        self.text = text
        self.style = style
    }
}

/// One line of an answer.
package struct OutputLine: Sendable, Hashable {
    /// What becomes of a line that is wider than the terminal.
    package enum Overflow: Sendable, Hashable {
        /// The end is replaced by `...`.
        case cut
        /// It goes on in a next line, indented by so many cells.
        case wrap(indent: Int)
    }

    /// The line's pieces from left to right.
    package var pieces: [StyledText]
    /// What becomes of it on a narrow terminal.
    package var overflow: Overflow

    /// Makes a line from pieces.
    package init(_ pieces: [StyledText], overflow: Overflow = .wrap(indent: 2)) {
        self.pieces = pieces
        self.overflow = overflow
    }

    /// Makes a line of plain text.
    package init(_ text: String, overflow: Overflow = .wrap(indent: 2)) {
        self.init([StyledText(text)], overflow: overflow)
    }

    /// The text without styles.
    package var text: String { pieces.map(\.text).joined() }
}
