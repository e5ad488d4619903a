/// Words by which other tools call what `snapctl` does: answered, never obeyed.
enum OtherToolsWords {
    /// The commands that a word of another tool stands for, empty for any other word.
    static func commands(for word: String) -> [CommandName] {
        switch word {
        case "snapshots", "log": [.list]
        case "backup", "create": [.snapshot]
        case "rm", "remove", "forget": [.delete]
        case "dump": [.cat]
        case "check", "fsck", "scrub": [.verify]
        case "history": [.versions]
        case "rollback", "revert": [.restore]
        case "tag": [.label]
        case "mount": [.ls, .cat]
        default: []
        }
    }
}
