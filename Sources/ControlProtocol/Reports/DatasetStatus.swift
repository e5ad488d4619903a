/// What a dataset's saving is doing.
package enum DatasetState: String, Codable, Sendable, Hashable, CaseIterable {
    case watching, settling, snapshotting, degraded, paused, full
}

/// How one dataset fares.
package struct DatasetStatus: Codable, Sendable, Hashable {
    /// Its name.
    package var name: String
    /// The directory that it saves.
    package var path: String
    /// What its saving is doing.
    package var state: DatasetState
    /// Directories with changes that are not saved yet.
    package var dirty: Int
    /// Watches that it has.
    package var watches: Int
    /// Watches that the kernel allows.
    package var watchLimit: Int
    /// How often the kernel's queue of events ran over.
    package var overflows: Int
    /// The parts that are not watched.
    package var uncovered: [UncoveredReport]
    /// When everything was last compared.
    package var lastFullWalk: ReportTime?
    /// The newest snapshot.
    package var lastSnapshot: LastSnapshot?
    /// Seconds of work that the configuration promises to lose at most.
    package var maxLoss: Int
    /// Its problems, worst first.
    package var alarms: [AlarmReport]
    /// What waits to be saved.
    package var unsaved: UnsavedReport
    /// The verdict on this dataset.
    package var verdict: Verdict
    /// Files under watch.
    package var files: Int
    /// Directories under watch.
    package var directories: Int
    /// When the next snapshot is due, while changes settle.
    package var nextSnapshot: NextSnapshot?
    /// How far a job is that runs now.
    package var progress: ProgressReport?
    /// Its store.
    package var store: StoreStatus

    private enum CodingKeys: String, CodingKey {
        case name, path, state, dirty, watches
        case watchLimit = "watch_limit"
        case overflows, uncovered
        case lastFullWalk = "last_full_walk"
        case lastSnapshot = "last_snapshot"
        case maxLoss = "max_loss"
        case alarms, unsaved, verdict, files, directories
        case nextSnapshot = "next_snapshot"
        case progress, store
    }

    /// Makes the value from its parts.
    package init(
        name: String, path: String, state: DatasetState, dirty: Int, watches: Int, watchLimit: Int,
        overflows: Int, uncovered: [UncoveredReport], lastFullWalk: ReportTime? = nil,
        lastSnapshot: LastSnapshot? = nil, maxLoss: Int, alarms: [AlarmReport],
        unsaved: UnsavedReport, verdict: Verdict, files: Int, directories: Int,
        nextSnapshot: NextSnapshot? = nil, progress: ProgressReport? = nil, store: StoreStatus
    ) {
        self.name = name
        self.path = path
        self.state = state
        self.dirty = dirty
        self.watches = watches
        self.watchLimit = watchLimit
        self.overflows = overflows
        self.uncovered = uncovered
        self.lastFullWalk = lastFullWalk
        self.lastSnapshot = lastSnapshot
        self.maxLoss = maxLoss
        self.alarms = alarms
        self.unsaved = unsaved
        self.verdict = verdict
        self.files = files
        self.directories = directories
        self.nextSnapshot = nextSnapshot
        self.progress = progress
        self.store = store
    }
}
