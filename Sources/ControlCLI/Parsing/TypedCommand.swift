/// A command line that makes sense: a command with its options and operands.
package struct TypedCommand: Sendable, Hashable {
    /// The command.
    package var command: CommandName
    /// The values of the options given, empty for options without one.
    package var options: [OptionName: [UInt8]]
    /// What stands behind the command's name.
    package var operands: [[UInt8]]

    /// Makes a command line from its parts.
    package init(command: CommandName, options: [OptionName: [UInt8]], operands: [[UInt8]]) {
        self.command = command
        self.options = options
        self.operands = operands
    }

    /// Whether an option was given.
    package func has(_ option: OptionName) -> Bool { options[option] != nil }

    /// An option's value as text, `nil` if it was not given.
    package func text(_ option: OptionName) -> String? {
        options[option].map { String(decoding: $0, as: UTF8.self) }
    }
}

/// What a person wants of `snapctl`.
package enum Invocation: Sendable, Hashable {
    /// Plain `snapctl`, with the global options given.
    case overview(TypedCommand)
    /// A command.
    case command(TypedCommand)
    /// Help on a command, by `--help` or `help CMD`; `nil` for the general help.
    case help(CommandName?)
    /// Help on a topic.
    case topic(HelpTopic)
    /// `--version`.
    case version
    /// The completion script of a shell.
    case completions(CompletionShell)
    /// What a shell asks for while a word is typed, with the options that say where to look.
    case words(CompletionWords, TypedCommand)
    /// The generated sections of the manual page.
    case manual
}

/// What `snapctl help` explains beside commands.
package enum HelpTopic: String, CaseIterable, Sendable {
    case ref, exit, json
}

/// The shells that there are completions for.
package enum CompletionShell: String, CaseIterable, Sendable {
    case bash, zsh, fish
}
