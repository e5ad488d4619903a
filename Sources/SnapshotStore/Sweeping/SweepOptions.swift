internal import LinuxSystem
internal import SnapshotModel

/// How a sweep goes about its work.
package struct SweepOptions: Sendable, Hashable {
    /// Bytes that may be read and written in a second; `nil` = as many as the disk gives.
    package var bytesPerSecond: Int64?
    /// Whether contents that have rested are packed once more, as small as they get.
    package var recompresses = true
    /// Whether a person asks for it: then it also runs soon after the start.
    package var isAsked = false
    /// Whether everything that is needed no more goes, however little of a zip it is.
    package var isThorough = false

    /// Makes the options of a sweep that disturbs nobody.
    package init(bytesPerSecond: Int64? = 8 << 20) {
        self.bytesPerSecond = bytesPerSecond
    }

    /// Seconds after which a content is taken for one that stays.
    static let rest: Int64 = 7 * 86_400

    /// Whether what lies in a zip has not changed for long.
    func hasRested(_ status: FileStatus, at now: FileTime) -> Bool {
        isThorough || now.seconds - status.modified.seconds >= Self.rest
    }

    /// A sweep that a person waits for.
    package static var now: SweepOptions {
        var options = SweepOptions(bytesPerSecond: nil)
        options.isAsked = true
        return options
    }
}

/// What came of a sweep.
package struct SweepOutcome: Sendable, Hashable {
    /// How many zips were removed.
    package var removed = 0
    /// Bytes on the disk that they took.
    package var freed: Int64 = 0
    /// How many objects were carried into new zips.
    package var carried = 0
    /// Bytes on the disk of new zips.
    package var written: Int64 = 0
    /// How many contents were packed smaller.
    package var recompressed = 0
    /// Bytes that this saves.
    package var saved: Int64 = 0
    /// Objects that are needed and of which no whole copy was found: their zips stay.
    package var damaged = 0
    /// Why nothing was removed, if expiry is stopped.
    package var brake: Brake?
    /// Whether it is too soon after the start to remove anything.
    package var isTooSoon = false

    /// Makes the outcome of a sweep that did nothing.
    package init() {}
}
