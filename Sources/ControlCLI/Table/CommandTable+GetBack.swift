extension CommandTable {
    static let restore = CommandDefinition(
        name: .restore, group: .getBack,
        operands: OperandRule(synopsis: "[REF[:PATH]] [PATH...]", least: 1, most: nil),
        summary: "with --in-place or --to DIR; -n only shows",
        description: [
            "Puts files back. It shows what would change, asks before it replaces anything,",
            "and never leaves half a file. Without REF: the last version of each PATH.",
        ],
        examples: [
            CommandExample("snapctl restore notes.txt@{before} --in-place", "undo its last edit"),
            CommandExample("snapctl restore @yesterday reports --in-place", "as of last night"),
            CommandExample("snapctl restore 42:reports/q3.odt --to out", "gives out/q3.odt"),
            CommandExample("snapctl restore 42 reports/q3.odt --to out", "out/reports/q3.odt"),
            CommandExample("snapctl restore latest --to /mnt/new", "everything, a new directory"),
        ],
        options: [
            CommandOption(.inPlace, "where the files came from"),
            CommandOption(.to, "below DIR, made if missing"),
            CommandOption(.delete, "also remove what the snapshot does not have"),
            CommandOption(.keepNewer, "leave files changed after the snapshot"),
            CommandOption(.dryRun, "show only"),
            CommandOption(.yes, "do not ask"),
        ],
        exits: "0 done or nothing to do  2 usage  3 some files not  4 no such thing  6 no",
        seeAlso: "snapctl ls REF    snapctl help ref    man snapctl",
        overview: "restore REF [PATH...]", worksOffline: true)

    static let export = CommandDefinition(
        name: .export, group: .getBack,
        operands: OperandRule(synopsis: "REF FILE", least: 2, most: 2),
        summary: "one full zip of it; FILE - is standard output",
        description: [
            "Writes a snapshot as one complete zip that any zip program opens.",
            "FILE must not exist yet; - writes to standard output.",
        ],
        examples: [
            CommandExample("snapctl export latest backup.zip", "everything as of now"),
            CommandExample("snapctl export 42 - | ssh host 'cat > 42.zip'", "to another machine"),
        ],
        exits: "0 written  1 failed  2 usage  4 no such snapshot  5 no agent",
        seeAlso: "snapctl restore REF --to DIR    snapctl verify",
        overview: "export REF FILE", worksOffline: true)
}
