internal import CLinux

/// One option of a command line: a long name, and a letter where Unix agrees on one.
package struct OptionForm: Hashable, Sendable {
    /// The long name, without its dashes.
    package var name: String
    /// The short form's letter.
    package var letter: UInt8?
    /// Whether a value follows.
    package var takesValue: Bool

    /// Makes a form from its names.
    package init(name: String, letter: UInt8?, takesValue: Bool) {
        self.name = name
        self.letter = letter
        self.takesValue = takesValue
    }
}

/// One thing met on a command line, in the order typed.
package enum ScannedWord: Hashable, Sendable {
    /// Anything that is no option, or stands after `--`.
    case operand([UInt8])
    /// An option by its place in the table, with its value.
    case option(Int, value: [UInt8]?)
    /// A word that names no option in full, as typed; `-x` for a letter inside a cluster.
    case unknown([UInt8])
    /// An option that needs a value at the end of the line.
    case valueMissing(Int)
    /// An option that takes no value, with one.
    case valueNeedless(Int, word: [UInt8])
}

/// Splits a command line into options and operands with getopt_long(3).
package enum OptionScanner {
    /// Scans the words after the program's name.
    ///
    /// Operands come in order whatever POSIXLY_CORRECT says, and abbreviated long options are unknown: every accepted
    /// prefix would become part of the contract.
    package static func scan(_ words: [[UInt8]], options: [OptionForm]) -> [ScannedWord] {
        let programName = [UInt8]()
        let flat = Array(([programName] + words).map { $0 + [0] }.joined())
        let names = Array(options.map { Array($0.name.utf8) + [0] }.joined()) + [0]
        let takesValue = options.map { $0.takesValue ? UInt8(1) : 0 } + [0]
        let letters = options.map { $0.letter ?? 0 } + [0]
        var steps = [clinux_option_step](repeating: clinux_option_step(), count: flat.count)
        let count = unsafe clinux_scan_options(
            flat, Int64(flat.count), Int32(words.count + 1), names, takesValue, letters,
            Int32(options.count), &steps, Int64(steps.count))
        return steps.prefix(max(0, Int(count))).map { step in word(of: step, in: flat) }
    }

    private static func word(of step: clinux_option_step, in flat: [UInt8]) -> ScannedWord {
        let option = Int(step.option)
        switch clinux_option_kind(rawValue: UInt32(step.kind)) {
        case CLINUX_OPTION_FOUND:
            return .option(option, value: step.value < 0 ? nil : text(at: step.value, in: flat))
        case CLINUX_OPTION_VALUE_MISSING:
            return .valueMissing(option)
        case CLINUX_OPTION_VALUE_NEEDLESS:
            return .valueNeedless(option, word: text(at: step.word, in: flat))
        case CLINUX_OPTION_UNKNOWN:
            if step.letter > 0, let letter = UInt8(exactly: step.letter) {
                return .unknown([UInt8(ascii: "-"), letter])
            }
            return .unknown(text(at: step.word, in: flat))
        default:
            return .operand(text(at: step.word, in: flat))
        }
    }

    private static func text(at offset: Int64, in flat: [UInt8]) -> [UInt8] {
        Array(flat[Int(offset)...].prefix { $0 != 0 })
    }
}
