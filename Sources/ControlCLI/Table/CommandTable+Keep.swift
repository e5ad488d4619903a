extension CommandTable {
    private static let oneSnapshot = OperandRule(synopsis: "REF", least: 1, most: 1)

    static let snapshot = CommandDefinition(
        name: .snapshot, group: .keep, operands: .none,
        summary: "save now",
        description: [
            "Takes a snapshot now and waits until it is durable. Where nothing changed none",
            "is needed and none is taken; one with a label is taken in any case.",
        ],
        examples: [
            CommandExample("snapctl snapshot", "save everything now"),
            CommandExample("snapctl snapshot --label \"before tax\"", "with a name to find it by"),
            CommandExample("snapctl snapshot --full", "trust no event, look at every file"),
        ],
        options: [
            CommandOption(.label, "the snapshot's label"),
            CommandOption(.full, "compare everything, and read a sample of the files"),
        ],
        exits: "0 saved  3 saved, some files are missing  5 no agent  6 cannot save now",
        seeAlso: "snapctl list    snapctl pin REF    snapctl status",
        overview: "snapshot [--label T]")

    static let label = CommandDefinition(
        name: .label, group: .keep,
        operands: OperandRule(synopsis: "REF TEXT", least: 2, most: 2, mayBeEmpty: 1),
        summary: "name it; \"\" takes the name away",
        description: [
            "Gives a snapshot a label, which is then a REF: letters and digits of any script,",
            "space and ._-+,() up to 64 bytes. An empty TEXT removes the label. It does not",
            "keep the snapshot from expiring, only a pin does. Where several have the same",
            "label, which is warned of, each is named by its number alone.",
        ],
        examples: [
            CommandExample("snapctl label 42 \"sent to the bank\"", "name snapshot 42"),
            CommandExample("snapctl show \"sent to the bank\"", "use the name"),
            CommandExample("snapctl label 42 \"\"", "take the name away"),
        ],
        exits: "0 done  2 no label can be this text  4 no such snapshot  5 no agent",
        seeAlso: "snapctl pin REF    snapctl help ref",
        overview: "label REF TEXT")

    static let pin = CommandDefinition(
        name: .pin, group: .keep, operands: oneSnapshot,
        summary: "never expires; or may again",
        description: [
            "Pins a snapshot: it never expires and cannot be deleted, until it is unpinned."
        ],
        examples: [
            CommandExample("snapctl pin 40", "keep snapshot 40 for good"),
            CommandExample("snapctl pin 'before tax'", "by its label"),
        ],
        exits: "0 done  2 usage  4 no such snapshot  5 no agent",
        seeAlso: "snapctl unpin REF    snapctl label REF TEXT",
        overview: "pin, unpin REF")

    static let unpin = CommandDefinition(
        name: .unpin, group: .keep, operands: oneSnapshot,
        summary: "may expire again",
        description: ["Takes a pin away: the snapshot expires again as the rules say."],
        examples: [CommandExample("snapctl unpin 40", "let snapshot 40 expire some day")],
        exits: "0 done  2 usage  4 no such snapshot  5 no agent",
        seeAlso: "snapctl pin REF    snapctl prune -n",
        overview: "")

    static let delete = CommandDefinition(
        name: .delete, group: .keep, operands: oneSnapshot,
        summary: "put it among the expired; or back",
        description: [
            "Deletes a snapshot. It stays among the expired for the grace time, a day unless",
            "the configuration says otherwise, and comes back by undelete until then. While",
            "the brake has stopped expiry (see status), nothing can be deleted either. One",
            "whose zip is gone from the store is forgotten, with its pin and label.",
        ],
        examples: [CommandExample("snapctl delete 38", "snapshot 38 goes")],
        exits: "0 done  4 no such snapshot  5 no agent  6 pinned, last whole one, braked",
        seeAlso: "snapctl undelete REF    snapctl prune -n",
        overview: "delete, undelete REF")

    static let undelete = CommandDefinition(
        name: .undelete, group: .keep, operands: oneSnapshot,
        summary: "back from the expired",
        description: [
            "Takes an expired or deleted snapshot back, while it lasts. What no zip has any",
            "more of it is named, and the snapshot is marked.",
        ],
        examples: [
            CommandExample("snapctl list --all", "what can come back"),
            CommandExample("snapctl undelete 38", "snapshot 38 comes back"),
        ],
        exits: "0 done  3 back, but not all of it  4 no such snapshot any more  5 no agent",
        seeAlso: "snapctl delete REF    snapctl list --all",
        overview: "")
}
