/// What `snapctl help ref`, `help exit` and `help json` print.
enum TopicHelp {
    static func lines(_ topic: HelpTopic) -> [String] {
        switch topic {
        case .ref: reference
        case .exit: ExitMeaning.lines
        case .json: json
        }
    }

    private static let reference = [
        "REF names a snapshot:",
        "  42                 number 42, expired ones too while they last",
        "  latest  latest~2   the newest; two rows above it in snapctl list",
        "  'before tax'       the one with this label",
        "  @2h  @3d  @6mo     the last one taken that long ago or earlier: s m h exact,",
        "                     d w mo y by the calendar",
        "  @yesterday         the last one before today began",
        "  @2026-11-29        the last one of that day, or before",
        "  @2026-11-29T10:00  the last one at that time, or before; then :SS, Z or +09:00",
        "  live               the directory as it is now; only as second operand of diff",
        "With a path:",
        "  42:reports/q4.odt  PATH inside it, from the top; ./ and ../ from where you are",
        "  notes.txt@2h       PATH as of then; after @ whatever may stand there above",
        "  notes.txt@{before} before its last change; of a deleted file the last version",
        "Times are in your zone (TZ, else the machine's), the one snapctl list names.",
        "WHEN in --since and --until is what stands after @. The order of snapshots is by",
        "number, never by clock.",
        "restore takes a REF first if it has such a form, else a PATH: 42 is a snapshot,",
        "./42 a file. A wrong form ends with 2; a right one that names nothing with 4.",
    ]

    private static let json = [
        "With --json the answer is one line of UTF-8 on standard output: one document,",
        "with \"format\": 1 first; events prints one such line for each event.",
        "  sizes, counts   whole numbers; sizes in bytes, durations in seconds",
        "  times           RFC 3339 with the offset where the snapshot was taken",
        "  absent values   null; a key is never left out, a list never null",
        "  names           path; if it is not UTF-8, path_base64 has the true bytes",
        "  errors          on standard error, one line, those of usage too:",
        "                  {\"format\":1,\"error\":{\"code\",\"exit\",\"message\",\"why\",\"do\",",
        "                  \"subject\",\"near\"}}",
        "  warnings        on standard error: {\"warning\"}",
        "  progress        on standard error with --progress plain:",
        "                  {\"progress\":{\"phase\",\"files\",\"files_total\",\"bytes\",",
        "                  \"bytes_total\",\"rate\",\"eta\"}}",
        "Within a major version nothing is removed, renamed or retyped. Keys and codes",
        "may be added: ignore what you do not know. cat and export REF - have no --json.",
        "  snapctl list --json | jq '.snapshots[] | select(.missing > 0) | .number'",
    ]
}
