internal import LinuxSystem

/// What a stream of output can show.
package struct Screen: Sendable, Hashable {
    /// Whether it is a terminal.
    package var isTerminal: Bool
    /// Cells in a line; as good as endless if it is no terminal.
    package var columns: Int
    /// Whether colour is wanted.
    package var usesColour: Bool
    /// Whether it is a terminal of another codeset than UTF-8, to which no byte beyond ASCII goes.
    package var isASCII: Bool
    /// Whether a line can be written over.
    package var canRedraw: Bool

    /// A pipe or a file: nothing cut, no colour.
    package static let pipe = Screen(
        isTerminal: false, columns: .max, usesColour: false, isASCII: false, canRedraw: false)

    /// Makes a screen from all that matters of it.
    package init(
        isTerminal: Bool, columns: Int, usesColour: Bool, isASCII: Bool, canRedraw: Bool
    ) {
        self.isTerminal = isTerminal
        self.columns = columns
        self.usesColour = usesColour
        self.isASCII = isASCII
        self.canRedraw = canRedraw
    }

    /// What the stream with a descriptor can show, as the environment and `--color` have it.
    static func current(descriptor: CInt, colour: String?, isUTF8: Bool) -> Screen {
        let isTerminal = Terminal.isTerminal(descriptor)
        let isDumb = ProcessEnvironment.value("TERM") == "dumb"
        let isForbidden = !(ProcessEnvironment.value("NO_COLOR") ?? "").isEmpty
        let usesColour =
            switch colour {
            case "always": true
            case "never": false
            default: isTerminal && !isDumb && !isForbidden
            }
        return Screen(
            isTerminal: isTerminal, columns: isTerminal ? terminalColumns(descriptor) : .max,
            usesColour: usesColour, isASCII: isTerminal && !isUTF8,
            canRedraw: isTerminal && !isDumb)
    }

    /// COLUMNS, else the terminal's own word, else 80.
    private static func terminalColumns(_ descriptor: CInt) -> Int {
        if let text = ProcessEnvironment.value("COLUMNS"), let columns = Int(text), columns > 0 {
            return columns
        }
        guard let size = Terminal.size(descriptor), size.columns > 0 else { return 80 }
        return size.columns
    }
}
