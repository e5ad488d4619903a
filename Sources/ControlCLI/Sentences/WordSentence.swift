/// Small phrases that several answers share.
enum WordSentence: String, Sentence {
    case ago = "{age} ago"
    case inTime = "in {age}"
    case none = "none"
    case unknown = "-"
    case oneFile = "1 file"
    case files = "{count} files"
    case oneDirectory = "1 directory"
    case directories = "{count} directories"
    case oneSnapshot = "1 snapshot"
    case snapshots = "{count} snapshots"
    case oneZip = "1 zip"
    case zips = "{count} zips"
    case oneTree = "1 tree"
    case trees = "{count} trees"
    case oneObject = "1 object"
    case objects = "{count} objects"
    case oneChangeWaits = "1 change waits"
    case changesWait = "{count} changes wait"
    case oneKeeps = "1 keeps"
    case keep = "{count} keep"
    case completionLive = "the directory as it is"
    case snapshotNamed = "{number} of {dataset}"
    case snapshotAt = "{number} of {dataset}, {time} ({ago})"

    /// The phrase for a count, with its own form for one.
    func counted(_ count: Int, _ one: WordSentence) -> String {
        count == 1 ? one() : self(["count": "\(count)"])
    }
}
