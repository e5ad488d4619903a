internal import LinuxSystem

/// What `snapctl` itself says when something fails.
enum ErrorSentence: String, Sentence {
    case first = "snapctl: {message}"
    case why = "  why: {why}"
    case remedy = "  do: {do}"
    case outputFailed = "cannot write the output: {cause}"
    case freeSpace = "free space behind the redirection"
    case anotherPlace = "write it to another place"
    case warning = "snapctl: warning: {message}"
    case unexpected = "something went wrong that snapctl has no words for: {cause}"
    case reportIt = "run it again; if it stays, report it with this line"
    case needsYes = "restore would {changes} and cannot ask here"
    case needsYesRemedy = "look with -n, then add -y"
    case declined = "nothing was changed (you said no)"
    case declinedRemedy = "{command} -n to look again"
    case notText = "{name} is not text"
    case notTextRemedy = "snapctl cat {name} > FILE"
    case fileExists = "{file} exists already"
    case fileExistsRemedy = "another FILE, or remove it first"
    case otherFile = "name a FILE in a directory that you may write to"
    case noParent = "{directory} cannot take a file: {cause}"
    case zipToTerminal = "a zip is not text"
    case zipToTerminalRemedy = "snapctl export {ref} FILE"
    case readerGone = "the reader of the output is gone"
    case eventsLost = "{count} events left out: they came faster than they were read"
    case labelNotText = "{word} cannot be a label (it is not UTF-8)"
    case otherText = "choose another text"
    case noStoreProgram = "cannot start {program}, which reads stores for snapctl"
    case noStoreProgramRemedy = "install {program} into the directory of snapctl"
}

extension ErrorSentence {
    /// What to do when the output cannot be written because of `error`.
    static func remedy(of error: SystemError) -> String {
        error.errno.isWantOfSpace ? freeSpace() : anotherPlace()
    }
}

extension Errno {
    /// Whether there is no room for more bytes.
    var isWantOfSpace: Bool { self == .noSpace || self == .quotaExceeded }
}
