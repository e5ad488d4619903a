package import ControlProtocol
package import LinuxSystem
package import SnapshotModel
package import SnapshotStore

/// The commands on one dataset that need its store alone, for the agent and for `snapctl --store`.
package struct StoreCommands: Sendable {
    /// The dataset's store.
    package let store: Store
    /// Where and how the command was typed.
    package let scope: CallScope
    /// The reader's zone.
    package let zone: any ZoneRules
    /// The present moment.
    package let now: FileTime
    /// What retention keeps, if that is known.
    package var policy: RetentionPolicy?
    /// How long an expired snapshot can be taken back.
    package var grace = Duration.seconds(86_400)
    /// The excludes in force now, which protect files from being removed by a restore.
    package var excludes = IgnoreRules()
    /// Files and directories that no restore may touch, besides the store.
    package var forbidden: Set<FileIdentity> = []
    /// How far a snapshot is that is being taken now.
    package var underWay: ProgressReport?
    /// How far the command is, and whether somebody called it off.
    package var progress = JobProgress()

    /// Makes the commands of one dataset for one call.
    package init(
        store: Store, scope: CallScope, now: FileTime = WallClock.now()
    ) throws(UserError) {
        self.store = store
        self.scope = scope
        self.now = now
        zone = try ReaderZone.rules(scope.zone)
    }

    /// The dataset's name.
    var dataset: String { store.dataset }

    /// Opens a snapshot.
    func view(_ snapshot: StoredSnapshot) throws(UserError) -> SnapshotView {
        try store.view(snapshot.number)
    }
}
