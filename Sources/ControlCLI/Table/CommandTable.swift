/// The one table that the parser, help, the completions and the manual's lists come from.
package enum CommandTable {
    /// All commands, in the order of the general help.
    package static let all: [CommandDefinition] = CommandName.allCases.map(definition(of:))

    /// What the table holds of a command.
    package static func definition(of name: CommandName) -> CommandDefinition {
        switch name {
        case .list: list
        case .show: show
        case .ls: ls
        case .cat: cat
        case .diff: diff
        case .versions: versions
        case .find: find
        case .restore: restore
        case .export: export
        case .snapshot: snapshot
        case .label: label
        case .pin: pin
        case .unpin: unpin
        case .delete: delete
        case .undelete: undelete
        case .status: status
        case .events: events
        case .prune: prune
        case .du: du
        case .sweep: sweep
        case .verify: verify
        case .repair: repair
        case .resume: resume
        case .version: version
        case .help: help
        }
    }

    /// What each option does that every command takes.
    package static let globalOptions: [CommandOption] = [
        CommandOption(.dataset, "the dataset meant, where there are several"),
        CommandOption(.socket, "the agent's socket, else $SNAPAGENT_SOCKET"),
        CommandOption(.store, "read a store's files, no agent needed"),
        CommandOption(.json, "the answer as one JSON document"),
        CommandOption(.color, "colour on, off, or on terminals only"),
        CommandOption(.progress, "plain: a line every 10 s, nothing redrawn"),
        CommandOption(.help, "this help, or that of the command"),
        CommandOption(.version, "the version, then end"),
    ]
}
