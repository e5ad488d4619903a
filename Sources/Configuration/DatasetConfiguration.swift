package import SnapshotModel

/// One directory to save, and how.
package struct DatasetConfiguration: Hashable, Sendable {
    /// The name that snapshots and commands use.
    package var name: String
    /// The directory, absolute.
    package var path: BytePath
    /// Where the snapshots go, absolute.
    package var store: BytePath
    /// Time without a change after which a snapshot is due.
    package var quiet: Duration
    /// The same after deletions alone.
    package var deleteQuiet: Duration
    /// Time after the first unsaved change at which a snapshot is due in any case.
    package var maxWait: Duration
    /// Least time from one snapshot's start to the next one's.
    package var minInterval: Duration
    /// The oldest that an unsaved change may get before it raises an alarm.
    package var maxLoss: Duration
    /// Time from one full walk to the next, which finds what events cannot tell.
    package var verifyInterval: Duration
    /// Percent of the files that a full walk reads and compares with their hashes though nothing about them changed.
    package var verifySample: Double
    /// Time from one scan to the next of what cannot be watched.
    package var scanInterval: Duration
    /// What to leave out, one gitignore pattern each.
    package var exclude: [String]
    /// The largest file to save, in bytes; `nil` for no limit.
    package var maxFileSize: Int64?
    /// Whether to stay on the file system of the directory.
    package var oneFileSystem: Bool
    /// Whether to leave out directories that a CACHEDIR.TAG marks as a cache.
    package var cachedirTag: Bool
    /// Which snapshots to keep.
    package var retention: RetentionPolicy
    /// How long an expired snapshot can be had back.
    package var grace: Duration
    /// Percent of the files whose disappearance in one snapshot stops expiry until a person says so.
    package var brake: Int
    /// How much of each snapshot its zip holds.
    package var layout: LayoutPreference
    /// Whether contents that have not changed for a week are packed smaller while the machine idles.
    package var recompress: Bool
    /// A program and its arguments, run when an alarm begins and when it ends; empty for none.
    package var onAlarm: [String]

    /// Makes a configuration in which all but the directory is as usual.
    ///
    /// What is not given follows from what is: three times `quiet` after deletions and between snapshots, ten
    /// minutes more than `maxWait` for the alarm.
    package init(
        name: String, path: BytePath, store: BytePath, quiet: Duration? = nil,
        maxWait: Duration? = nil
    ) {
        self.name = name
        self.path = path
        self.store = store
        self.quiet = quiet ?? .seconds(3)
        self.maxWait = maxWait ?? max(.seconds(120), self.quiet)
        deleteQuiet = self.quiet * 3
        minInterval = self.quiet * 3
        maxLoss = self.maxWait + .seconds(600)
        verifyInterval = .seconds(3_600)
        verifySample = 0.5
        scanInterval = .seconds(300)
        exclude = []
        maxFileSize = nil
        oneFileSystem = true
        cachedirTag = true
        retention = .standard
        grace = .seconds(86_400)
        brake = 50
        layout = .auto
        recompress = true
        onAlarm = []
    }

    /// When snapshots are due.
    package var timing: Settler.Timing {
        Settler.Timing(
            quiet: quiet, deleteQuiet: deleteQuiet, maxWait: maxWait, minInterval: minInterval)
    }
}
