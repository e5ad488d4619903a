/// The completion scripts of the shells, made from the table.
enum CompletionScript {
    static func lines(_ shell: CompletionShell) -> [String] {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    /// The commands' names, as words.
    static var commandWords: String { CommandName.allCases.map(\.rawValue).joined(separator: " ") }

    /// The words that stand for an option: its long form, and the short one.
    static func words(_ option: OptionName) -> [String] {
        [option.typed] + (option.letter.map { ["-\($0)"] } ?? [])
    }

    /// The options of a command, or those that every command takes.
    static func words(of command: CommandDefinition?) -> String {
        let options = (command?.options ?? CommandTable.globalOptions).map(\.name)
        return options.map { words($0).joined(separator: " ") }.joined(separator: " ")
    }
}
