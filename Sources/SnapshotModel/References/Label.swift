/// The names that people give to snapshots.
package struct Label {
    private static let limit = 64
    private static let punctuation: Set<Unicode.Scalar> = [
        " ", ".", "_", "-", "+", ",", "(", ")",
    ]

    /// Throws unless a text can be a label: one that no other form of a reference could mean.
    package static func check(_ text: String) throws(UserError) {
        guard let flaw = flaw(of: text) else { return }
        throw UserError(
            .badLabel, "\"\(displayName(Array(text.utf8)))\" cannot be a label", why: flaw,
            remedy: "choose another text", subject: text)
    }

    /// Whether a text can be a label.
    package static func isValid(_ text: String) -> Bool { flaw(of: text) == nil }

    private static func flaw(of text: String) -> String? {
        if text.isEmpty { return "it is empty" }
        if text.allSatisfy({ $0 == " " }) { return "it is blank" }
        if text.utf8.count > limit {
            return "it has \(text.utf8.count) bytes, a label at most \(limit)"
        }
        if text == "latest" || text == "live" { return "it would read as the word \(text)" }
        if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return "it would read as a number"
        }
        if let stranger = text.unicodeScalars.first(where: { !isAllowed($0) }) {
            let shown = displayName(Array(String(stranger).utf8))
            return "a label has letters, digits, spaces and . _ - + , ( ), but no \(shown)"
        }
        return nil
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        if punctuation.contains(scalar) { return true }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .decimalNumber:
            true
        default: false
        }
    }
}
