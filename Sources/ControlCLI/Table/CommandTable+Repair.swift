extension CommandTable {
    static let repair = CommandDefinition(
        name: .repair, group: .tend, operands: .none,
        summary: "mend what is damaged",
        description: [
            "Reads every byte of the store and mends what is damaged: from good copies in",
            "other zips, or by saving again what the directory still has. A damaged zip is",
            "replaced, and kept in expired/ for the grace time. What nothing has any more is",
            "named, and the snapshots that lack it are marked.",
        ],
        examples: [
            CommandExample("snapctl repair -n", "what is damaged, and what would be done"),
            CommandExample("snapctl repair", "do it"),
        ],
        options: [CommandOption(.dryRun, "show only; ends with 1 if anything is damaged")],
        exits: "0 whole  1 damage is left (-n: was found)  3 something is lost  5 no agent",
        seeAlso: "snapctl verify --read-data    snapctl show REF",
        overview: "")
}
