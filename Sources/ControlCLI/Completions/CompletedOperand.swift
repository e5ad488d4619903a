/// The words of which `snapctl __words` knows all that there are.
package enum CompletionWords: String, CaseIterable, Sendable {
    /// The datasets' names.
    case datasets
    /// What names a snapshot, expired ones too: numbers, labels, `latest`.
    case references
    /// The same, and the directory as it is.
    case compared
    /// What names a snapshot that expired.
    case expired
    /// What names a snapshot that is pinned.
    case pinned
}

/// What a shell offers where an operand is to come.
enum CompletedOperand: Sendable, Hashable {
    case words(CompletionWords)
    /// What names a snapshot, or a path.
    case wordsOrFiles(CompletionWords)
    case files
    case nothing

    /// What stands for the operand in a synopsis, such as `[REF[:PATH]]`, says what it may be.
    fileprivate init(_ synopsis: Substring, of command: CommandName) {
        if command == .help || synopsis.contains("TEXT") {
            self = .nothing
        } else if !synopsis.contains("REF") {
            self = .files
        } else {
            let words: CompletionWords =
                switch command {
                case .undelete: .expired
                case .unpin: .pinned
                case .diff where synopsis.contains("live"): .compared
                default: .references
                }
            self = command == .restore ? .wordsOrFiles(words) : .words(words)
        }
    }
}

extension CommandDefinition {
    /// What a shell offers for each operand.
    var completedOperands: [CompletedOperand] {
        operands.synopsis.split(separator: " ").map { CompletedOperand($0, of: name) }
    }

    /// Whether the last of the operands stands for any number of them.
    var lastOperandRepeats: Bool { operands.most == nil }
}
