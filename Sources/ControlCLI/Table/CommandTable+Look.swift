extension CommandTable {
    static let list = CommandDefinition(
        name: .list, group: .look, operands: .none,
        summary: "the snapshots, newest last",
        description: [
            "Lists the snapshots, oldest first, so that the newest stands at the prompt.",
            "CHANGES: + added ~ changed - removed > moved = metadata only.",
        ],
        examples: [
            CommandExample("snapctl list --last 10", "the ten newest"),
            CommandExample("snapctl list --since yesterday", "those since last midnight"),
            CommandExample("snapctl list --all --long", "expired ones too, with all columns"),
        ],
        options: [
            CommandOption(.all, "expired and deleted ones too, while they last"),
            CommandOption(.long, "seconds, layout, bytes on disk, time: as far as they fit"),
            CommandOption(.last, "only the N newest"),
            CommandOption(.since, "only those taken at WHEN or later"),
            CommandOption(.until, "only those taken at WHEN or before"),
        ],
        exits: "0 listed, be it none  2 usage  5 no agent",
        seeAlso: "snapctl help ref    snapctl show REF    snapctl prune -n",
        overview: "list", worksOffline: true)

    static let show = CommandDefinition(
        name: .show, group: .look,
        operands: OperandRule(synopsis: "REF", least: 1, most: 1),
        summary: "one snapshot: what changed, what is missing",
        description: [
            "Shows one snapshot: when and why it was taken, what it holds, what it lacks,",
            "and which rules keep it.",
        ],
        examples: [
            CommandExample("snapctl show latest", "the newest snapshot"),
            CommandExample("snapctl show 41 --all", "all that is missing, not just five"),
        ],
        options: [CommandOption(.all, "every missing or left-out file")],
        exits: "0 shown  2 usage  4 no such snapshot  5 no agent",
        seeAlso: "snapctl diff REF    snapctl ls REF    snapctl help ref",
        overview: "show REF", worksOffline: true)

    static let ls = CommandDefinition(
        name: .ls, group: .look,
        operands: OperandRule(synopsis: "REF[:PATH]", least: 1, most: 1),
        summary: "its files; a file's bytes",
        description: [
            "Lists the names in a directory of a snapshot, a / behind directories; what has",
            "no content, or lost it, is marked on a terminal and with -l.",
            "PATH counts from the dataset's root; ./ and ../ from where you are.",
        ],
        examples: [
            CommandExample("snapctl ls latest", "the top directory"),
            CommandExample("snapctl ls 41:reports -l", "with mode, owner, size and time"),
            CommandExample("snapctl ls @2h -r -0 | xargs -0 -n1 echo", "every path, for a script"),
        ],
        options: [
            CommandOption(.long, "mode, owner, group, size and time too"),
            CommandOption(.recursive, "everything below it"),
            CommandOption(.null, "raw names, each ended by a NUL"),
        ],
        exits: "0 listed  2 usage  4 no such snapshot or path  5 no agent",
        seeAlso: "snapctl cat REF:PATH    snapctl help restore",
        overview: "ls, cat REF[:PATH]", worksOffline: true)

    static let cat = CommandDefinition(
        name: .cat, group: .look,
        operands: OperandRule(synopsis: "REF:PATH", least: 1, most: 1),
        summary: "a file's bytes",
        description: [
            "Writes a file of a snapshot to standard output, every byte checked by its hash.",
            "What is not text is not written to a terminal.",
        ],
        examples: [
            CommandExample("snapctl cat 41:notes.txt", "a file as of snapshot 41"),
            CommandExample("snapctl cat notes.txt@2h | diff - notes.txt", "what two hours did"),
            CommandExample("snapctl cat notes.txt@{before}", "before its last change"),
        ],
        exits: "0 written  1 damaged  4 no such snapshot or path  6 not text",
        seeAlso: "snapctl help restore    snapctl help ref",
        overview: "", worksOffline: true, hasJSON: false)

    static let diff = CommandDefinition(
        name: .diff, group: .look,
        operands: OperandRule(synopsis: "REF [REF|live]", least: 1, most: 2),
        summary: "what changed",
        description: [
            "Shows what changed between two snapshots, or from the one before REF to REF.",
            "+ added  ~ changed  - removed  > moved  = metadata only; times alone are none.",
        ],
        examples: [
            CommandExample("snapctl diff 42", "what snapshot 42 brought"),
            CommandExample("snapctl diff @yesterday latest", "what today brought so far"),
            CommandExample("snapctl diff 40 42 --stat", "one line per top directory"),
        ],
        options: [CommandOption(.stat, "one line per top directory")],
        exits: "0 shown, different or not  2 usage  4 no such snapshot  5 no agent",
        seeAlso: "snapctl show REF    snapctl help ref",
        overview: "diff REF [REF|live]", worksOffline: true)

    static let versions = CommandDefinition(
        name: .versions, group: .look,
        operands: OperandRule(synopsis: "PATH", least: 1, most: 1),
        summary: "every version of a path, deleted or moved too",
        description: [
            "Lists every version of a path in all kept snapshots, oldest first, with those",
            "that have it: deleted ones too, and what it was before it moved here.",
            "Times alone make no version; of a directory, all that changes below it does.",
        ],
        examples: [
            CommandExample("snapctl versions notes.txt", "each version, and where it is"),
            CommandExample("snapctl versions old/list.csv", "of a file that is gone"),
            CommandExample("snapctl versions notes.txt --json", "with hashes, for a script"),
        ],
        exits: "0 listed  3 some snapshots cannot be read  4 no snapshot has it",
        seeAlso: "snapctl cat REF:PATH    snapctl help restore    snapctl ls REF",
        overview: "versions PATH", worksOffline: true)

    static let find = CommandDefinition(
        name: .find, group: .look,
        operands: OperandRule(synopsis: "GLOB", least: 1, most: 1),
        summary: "paths by name, in all snapshots",
        description: [
            "Finds paths in all kept snapshots, deleted ones too, one line for each, with the",
            "first and the last snapshot that has it. A GLOB without / is about names, one",
            "with / about paths from the top, ** any directories; quote it for the shell.",
        ],
        examples: [
            CommandExample("snapctl find '*.csv' --deleted", "what was lost, and when"),
            CommandExample("snapctl find 'reports/**/q?.odt'", "anywhere below reports"),
            CommandExample("snapctl find '*' --larger 100M", "the large files"),
        ],
        options: [
            CommandOption(.deleted, "only what the newest snapshot lacks"),
            CommandOption(.larger, "only files of at least SIZE, such as 10M"),
            CommandOption(.null, "raw paths, each ended by a NUL"),
        ],
        exits: "0 listed  3 some snapshots cannot be read  4 nothing matches",
        seeAlso: "snapctl versions PATH    snapctl help restore",
        overview: "find GLOB", worksOffline: true)
}
