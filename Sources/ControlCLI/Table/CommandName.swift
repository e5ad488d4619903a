/// The commands of `snapctl`.
package enum CommandName: String, CaseIterable, Sendable {
    case list, show, ls, cat, diff, versions, find
    case restore, export
    case snapshot, label, pin, unpin, delete, undelete
    case status, events, prune, du, sweep, verify, repair, resume, version
    case help

    /// The command's entry in the table.
    package var definition: CommandDefinition { CommandTable.definition(of: self) }
}

/// What a person wants with a command; the general help is grouped by it.
package enum CommandGroup: String, CaseIterable, Sendable {
    case look = "Look"
    case getBack = "Get back"
    case keep = "Keep"
    case tend = "Tend"
}

/// What may stand behind a command's name.
package struct OperandRule: Sendable {
    /// Operands as help prints them, such as `REF [PATH...]`.
    package var synopsis: String
    /// Fewest operands.
    package var least: Int
    /// Most operands, `nil` for any number.
    package var most: Int?
    /// The operand that may be an empty word, counted from 0; `nil` if none may.
    package var mayBeEmpty: Int?

    /// A command without operands.
    package static let none = OperandRule(synopsis: "", least: 0, most: 0)

    /// Makes a rule from its synopsis and bounds.
    package init(synopsis: String, least: Int, most: Int?, mayBeEmpty: Int? = nil) {
        self.synopsis = synopsis
        self.least = least
        self.most = most
        self.mayBeEmpty = mayBeEmpty
    }
}

/// A command line that works, and what it is good for.
package struct CommandExample: Sendable {
    /// What to type.
    package var line: String
    /// What it does.
    package var purpose: String

    /// Makes an example from a line and its purpose.
    package init(_ line: String, _ purpose: String) {
        self.line = line
        self.purpose = purpose
    }
}

/// An option of one command, and what it does there.
package struct CommandOption: Sendable {
    /// The option's name.
    package var name: OptionName
    /// What it does, in a few words.
    package var purpose: String

    /// Makes an option from its name and purpose.
    package init(_ name: OptionName, _ purpose: String) {
        self.name = name
        self.purpose = purpose
    }
}

/// Everything the parser, help, the completions and the manual know of a command.
package struct CommandDefinition: Sendable {
    /// The command's name.
    package var name: CommandName
    /// Where the general help lists it.
    package var group: CommandGroup
    /// What may stand behind it.
    package var operands: OperandRule
    /// What it does, in a few words.
    package var summary: String
    /// What it does, in a sentence or a few.
    package var description: [String]
    /// What to try.
    package var examples: [CommandExample]
    /// Its own options, beside the global ones.
    package var options: [CommandOption] = []
    /// What its exit statuses mean, where they say more than usual.
    package var exits: String
    /// Where to read on.
    package var seeAlso: String
    /// The general help's word for it and its twin, empty where the twin's line names it.
    package var overview: String
    /// Whether it works on a store's files without an agent.
    package var worksOffline = false
    /// Whether its answer can be JSON.
    package var hasJSON = true

    /// Its usage line, without the options that every command takes.
    package var usage: String {
        let needed = name == .restore ? " (--in-place | --to DIR)" : ""
        return plainUsage + needed + (options.isEmpty ? "" : " [OPTION]")
    }

    /// The command with its operands alone.
    package var plainUsage: String {
        "snapctl " + name.rawValue + (operands.synopsis.isEmpty ? "" : " " + operands.synopsis)
    }

    /// Whether the command takes an option.
    package func takes(_ option: OptionName) -> Bool {
        OptionName.global.contains(option) || options.contains { $0.name == option }
    }
}
