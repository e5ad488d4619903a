extension CommandTable {
    static let status = CommandDefinition(
        name: .status, group: .tend, operands: .none,
        summary: "is all saved?",
        description: [
            "Says whether everything is saved, worst first: each problem with its cause and",
            "one thing to do. The first line is the verdict.",
        ],
        examples: [
            CommandExample("snapctl status", "all, or that of the current directory"),
            CommandExample("snapctl status --dataset photos", "one of them"),
        ],
        exits: "0 all is well  1 not protected  3 gaps  5 no agent",
        seeAlso: "snapctl events -f    snapctl list",
        overview: "status")

    static let events = CommandDefinition(
        name: .events, group: .tend, operands: .none,
        summary: "what happened",
        description: [
            "Prints what the agent did and met, a line each: snapshot, restore, expired,",
            "deleted, undeleted, pinned, verify, sweep, alarm, over, reload; and change where",
            "the clock jumped or the machine slept, so that everything is compared.",
        ],
        examples: [
            CommandExample("snapctl events", "the last ones"),
            CommandExample("snapctl events -f", "go on until Ctrl-C"),
        ],
        options: [
            CommandOption(.follow, "wait for more"),
            CommandOption(.last, "only the N newest of the past"),
        ],
        exits: "0 done  5 no agent",
        seeAlso: "snapctl status    snapctl list",
        overview: "events [-f]")

    static let prune = CommandDefinition(
        name: .prune, group: .tend, operands: .none,
        summary: "what goes, and why",
        description: [
            "Lets go of snapshots that no rule keeps. The agent does so after each snapshot;",
            "what goes stays among the expired for the grace time.",
        ],
        examples: [
            CommandExample("snapctl prune -n", "each snapshot: kept or not, and why"),
            CommandExample("snapctl prune", "do it now"),
        ],
        options: [CommandOption(.dryRun, "show only")],
        exits: "0 done  5 no agent  6 expiry is stopped",
        seeAlso: "snapctl pin REF    snapctl undelete REF    man snapagent.toml",
        overview: "prune [-n]")

    static let du = CommandDefinition(
        name: .du, group: .tend, operands: .none,
        summary: "what is big; free what nothing needs",
        description: [
            "Says what deleting a snapshot would free once the grace time is over and the",
            "store is swept. Alone: what no other snapshot needs, which is little where they",
            "share much, be it the newest with the largest zip; so it does not add up. With",
            "all older ones: what none of the newer ones needs, for the newest all there is.",
            "The newest whole one cannot be deleted, whatever it would free.",
        ],
        examples: [
            CommandExample("snapctl du", "each snapshot, oldest first"),
            CommandExample("snapctl du --json", "in bytes"),
        ],
        exits: "0 done  5 no agent",
        seeAlso: "snapctl delete REF    snapctl prune -n",
        overview: "du, sweep [--now]", worksOffline: true)

    static let sweep = CommandDefinition(
        name: .sweep, group: .tend, operands: .none,
        summary: "free what nothing needs",
        description: [
            "Removes what no snapshot needs any more from the store's base/ and expired/. The",
            "agent does so while idle; it also packs smaller what has not changed for a week.",
        ],
        examples: [
            CommandExample("snapctl sweep", "remove what nothing needs"),
            CommandExample("snapctl sweep --now", "and pack everything as small as it gets"),
        ],
        options: [CommandOption(.now, "all at once, and pack smaller what is new, too")],
        exits: "0 done  1 damage was found  5 no agent  6 expiry is stopped",
        seeAlso: "snapctl prune    snapctl verify",
        overview: "")

    static let verify = CommandDefinition(
        name: .verify, group: .tend,
        operands: OperandRule(synopsis: "[REF]", least: 0, most: 1),
        summary: "is the store whole? or mend it",
        description: [
            "Checks the snapshots: the structure of every zip and tree, with --read-data",
            "every byte against its hash. Says what is lost and where another copy is. What a",
            "repair marked as lost for good is named, and no damage any more.",
        ],
        examples: [
            CommandExample("snapctl verify", "structure only, quick"),
            CommandExample("snapctl verify 42 --read-data", "every byte of one snapshot"),
            CommandExample("snapctl verify --read-data --sample 5%", "a random part, for cron"),
        ],
        options: [
            CommandOption(.readData, "read and check every byte"),
            CommandOption(.sample, "with --read-data: a random part of all"),
        ],
        exits: "0 good  1 damaged  2 usage  4 no such snapshot  5 no agent",
        seeAlso: "snapctl repair -n    snapctl status",
        overview: "verify, repair", worksOffline: true)

    static let resume = CommandDefinition(
        name: .resume, group: .tend, operands: .none,
        summary: "let expiry go on after the brake",
        description: [
            "When very much vanishes at once, snapshots no longer expire until a person has",
            "looked: the brake. This lets go of it. Saving never stops for it.",
        ],
        examples: [
            CommandExample("snapctl diff latest", "look at what vanished"),
            CommandExample("snapctl resume", "it was meant: let expiry go on"),
        ],
        exits: "0 done, or nothing was stopped  5 no agent  6 not for you",
        seeAlso: "snapctl status    snapctl prune -n",
        overview: "resume")

    static let version = CommandDefinition(
        name: .version, group: .tend, operands: .none,
        summary: "of snapctl and the agent",
        description: [
            "Prints the versions of snapctl, of the agent if it runs, and of their talk."
        ],
        examples: [
            CommandExample("snapctl version", "both"),
            CommandExample("snapctl --version", "snapctl's alone"),
        ],
        exits: "0 done",
        seeAlso: "snapctl status",
        overview: "version")

    static let help = CommandDefinition(
        name: .help, group: .tend,
        operands: OperandRule(synopsis: "[COMMAND|ref|exit|json]", least: 0, most: 1),
        summary: "what a command does",
        description: ["Prints the help of a command, or of REF, the exit statuses, the JSON."],
        examples: [
            CommandExample("snapctl help restore", "the same as snapctl restore --help"),
            CommandExample("snapctl help ref", "how to name a snapshot"),
        ],
        exits: "0 printed  2 no such command",
        seeAlso: "man snapctl",
        overview: "", hasJSON: false)
}
