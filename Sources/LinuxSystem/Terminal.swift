internal import CLinux
internal import Glibc

/// What stands behind a descriptor that a person looks at.
package enum Terminal {
    /// Whether the descriptor is a terminal: see isatty(3).
    package static func isTerminal(_ descriptor: CInt) -> Bool {
        isatty(descriptor) == 1
    }

    /// The terminal's size in character cells: see ioctl_tty(2), TIOCGWINSZ.
    package static func size(_ descriptor: CInt) -> (columns: Int, rows: Int)? {
        var (columns, rows) = (CInt(0), CInt(0))
        guard unsafe clinux_terminal_size(descriptor, &columns, &rows) == 0, columns > 0 else {
            return nil
        }
        return (Int(columns), Int(rows))
    }

    /// Adopts the user's locale and says whether its characters are UTF-8: see setlocale(3).
    @discardableResult
    package static func prepareLocale() -> Bool {
        clinux_set_locale() == 1
    }

    /// How many cells a character takes, `nil` if it cannot be shown: see wcwidth(3).
    package static func cellWidth(of scalar: Unicode.Scalar) -> Int? {
        let width = clinux_cell_width(scalar.value)
        return width < 0 ? nil : Int(width)
    }

    /// Turns the display of what is typed on or off: see termios(3), ECHO.
    package static func setEcho(_ descriptor: CInt, _ isOn: Bool) throws(SystemError) {
        var settings = termios()
        try check("tcgetattr", unsafe tcgetattr(descriptor, &settings))
        let echo = tcflag_t(ECHO)
        settings.c_lflag = isOn ? settings.c_lflag | echo : settings.c_lflag & ~echo
        try check("tcsetattr", unsafe tcsetattr(descriptor, TCSADRAIN, &settings))
    }

    private static func check(_ operation: String, _ result: CInt) throws(SystemError) {
        let code = Glibc.errno
        try attempt(operation, result < 0 ? -Int64(code) : 0)
    }
}
