import ControlProtocol
import SnapshotModel

/// A promise that is broken: a change has waited for longer than the configuration says.
struct Lateness {
    /// The alarm's word.
    static let code = AlarmCode.late
    /// How long the oldest unsaved change has waited.
    let age: Duration
    /// How long one may wait.
    let promise: Duration
    /// The file to blame, if it is one that is never at rest.
    let culprit: BytePath?

    /// Makes it of what a mailbox says, `nil` if the promise holds.
    init?(_ mailbox: EngineMailbox, promise: Duration, at now: MonotonicInstant) {
        guard let oldest = mailbox.oldestUnsaved, now - oldest >= promise else { return nil }
        age = now - oldest
        self.promise = promise
        culprit = mailbox.restless?.since == oldest ? mailbox.restless?.path : nil
    }

    /// What is wrong, with need and have.
    var message: String {
        "oldest unsaved change is \(DurationText.text(age)) old, "
            + "promised \(DurationText.text(promise))"
            + (culprit.map { ": \($0.display) never rests" } ?? "")
    }

    /// What to do about it.
    var remedy: String {
        "snapctl snapshot" + (culprit.map { "    or: exclude = [\"\($0.display)\"]" } ?? "")
    }
}

/// A file that changes whenever it is read, so that no snapshot vouches for it.
struct RestlessFile: Hashable, Sendable {
    /// The path from the dataset's root.
    var path: BytePath
    /// When that was first seen.
    var since: MonotonicInstant
}

extension ErrorCode {
    /// The word that `status` shows for an error that lasts.
    var alarm: String { self == .storeFull ? AlarmCode.full.rawValue : rawValue }
}
