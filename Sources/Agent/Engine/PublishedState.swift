import LinuxSystem
import SnapshotModel

/// A problem of a dataset that lasts, for `status` and its exit status.
struct Alarm: Sendable, Hashable {
    /// The stable word, such as `paused`.
    var code: String
    /// Since when it lasts.
    var since: FileTime
    /// What is wrong, with need and have.
    var message: String
    /// What to do, a command where there is one.
    var remedy: String
    /// Whether the dataset is not protected while it lasts, rather than protected with gaps.
    var isGrave: Bool
}

extension Alarm {
    /// Makes an alarm of an error that lasts.
    init(_ error: UserError, since: FileTime) {
        self.init(
            code: error.code.alarm, since: since,
            message: error.why.map { "\(error.message): \($0)" } ?? error.message,
            remedy: error.remedy, isGrave: true)
    }
}

/// What an engine tells of itself to threads that only look.
struct PublishedState: Sendable {
    /// The problems that last, by their code.
    var alarms: [String: Alarm] = [:]
    /// When everything was last compared.
    var lastFullWalk: FileTime?
    /// The newest snapshot's number, time and gaps.
    var lastSnapshot: SnapshotRecord?
    /// Whether a snapshot is being made.
    var isSnapshotting = false
    /// The file system's name if others may change it unseen.
    var remoteFileSystem: String?
    /// When everything was last verified.
    var lastVerified: FileTime?
}
