import Configuration
import SnapshotModel

/// A comparison of everything that should have been made by now: without it nobody knows what no event told of.
struct OverdueWalk {
    /// When it should have been made at the latest.
    let since: FileTime
    /// What is wrong, with need and have.
    let message: String
    /// What to do about it.
    let remedy = "snapctl snapshot --full"

    /// How old the last comparison may be.
    static func allowed(_ configuration: DatasetConfiguration) -> Duration {
        configuration.verifyInterval + configuration.maxLoss
    }

    /// Makes it of when everything was last compared, `nil` if that is not too long ago.
    init?(_ walked: FileTime, _ configuration: DatasetConfiguration, at now: FileTime) {
        let allowed = Self.allowed(configuration)
        let age = Duration.seconds(now.seconds - walked.seconds)
        guard age >= allowed else { return nil }
        since = FileTime(seconds: walked.seconds + allowed.components.seconds)
        message =
            "everything was last compared \(DurationText.text(age)) ago, promised every "
            + DurationText.text(configuration.verifyInterval)
    }
}
