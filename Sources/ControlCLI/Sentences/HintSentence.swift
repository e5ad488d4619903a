/// The commands that the overview names, and what they are good for.
enum HintSentence: String, Sentence {
    case list = "list"
    case listPurpose = "the snapshots"
    case versions = "versions FILE"
    case versionsPurpose = "each version of a file, deleted ones too"
    case diff = "diff latest"
    case diffPurpose = "what the newest one changed"
    case ls = "ls latest"
    case lsPurpose = "the files in it"
    case restore = "restore REF FILE --in-place"
    case restorePurpose = "put a file back: shows, asks"
    case help = "--help"
    case helpPurpose = "all commands; REF: 42, latest, @2h, label"
}
