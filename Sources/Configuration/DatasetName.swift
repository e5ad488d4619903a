package import SnapshotModel

/// The names of datasets, which are also the first part of file names.
package enum DatasetName {
    private static let limit = 64

    /// What keeps a text from being a dataset's name; `nil` if nothing does.
    package static func flaw(of text: String) -> String? {
        guard let first = text.unicodeScalars.first else { return "a name has at least one letter" }
        if text.utf8.count > limit { return "a name has at most \(limit) bytes" }
        if first == "." || first == "-" { return "a name does not begin with \(first)" }
        guard text.unicodeScalars.allSatisfy(isAllowed) else {
            return "a name has letters, digits and . _ - only"
        }
        return nil
    }

    /// The name of a directory's dataset that was given none: its last component in small letters.
    package static func standard(for directory: BytePath) -> String {
        let component = directory.components.last ?? []
        let text = String(decoding: component, as: UTF8.self).lowercased()
        var name = ""
        for scalar in text.unicodeScalars {
            name.unicodeScalars.append(isAllowed(scalar) ? scalar : "-")
        }
        while name.utf8.count > limit { name.removeLast() }
        let trimmed = String(name.drop { $0 == "." || $0 == "-" })
        return trimmed.isEmpty ? "root" : trimmed
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "." || scalar == "_" || scalar == "-" { return true }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .decimalNumber:
            true
        default: false
        }
    }
}
