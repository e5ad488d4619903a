import Configuration
import ControlProtocol
import LinuxSystem
import SnapshotModel
import SnapshotStore
import Synchronization
import TreeScanning
import TreeWatching

/// What others may know of an engine.
extension DatasetEngine {
    /// How much a store holds.
    struct StoreSummary: Sendable {
        /// Snapshots that are kept.
        var snapshots: Int
        /// How much room the store takes and has left.
        var room: StoreRoom
    }

    /// How the watcher is to watch the dataset's directory.
    var watchedRoot: WatchedRoot {
        var root = WatchedRoot(
            id: watchID, path: configuration.path, ownIdentities: services.ownIdentities(),
            oneFileSystem: configuration.oneFileSystem
        ) { [self] directory, name, isDirectory in
            relevance.withLock {
                $0.isRelevant(directory: directory, name: name, isDirectory: isDirectory)
            }
        }
        root.isAwaited = isRootAwaited
        return root
    }

    /// What a scan takes in: the configuration's rules, without the agent's own files.
    var scanRules: ScanRules {
        ScanRules(
            excludes: IgnoreRules(patterns: configuration.exclude),
            maxFileSize: configuration.maxFileSize, oneFileSystem: configuration.oneFileSystem,
            honourCacheTag: configuration.cachedirTag, ownIdentities: services.ownIdentities())
    }

    /// How much the store holds now.
    func storeSummary() -> StoreSummary {
        let snapshots = store.snapshots
        // Of a store that cannot be looked into another alarm tells.
        let room =
            (try? store.room())
            ?? StoreRoom(
                taken: snapshots.reduce(0) { $0 + $1.status.allocated },
                free: (try? store.freeBytes()) ?? 0)
        return StoreSummary(snapshots: snapshots.count, room: room)
    }

    /// The directory that is saved, as it was when it was last accepted.
    var rootIdentity: FileIdentity { acceptedRoot.withLock { $0 } }

    /// Whether one dead disk would take both the data and its snapshots.
    func isStoreOnSameDisk() -> Bool {
        let place = try? FileDescriptor.status(of: store.path, following: true)
        return place?.device == rootIdentity.device
    }

    /// Calls `action` once, when the first snapshot of this run is taken, found needless, or has failed: `nil`.
    func onFirstSnapshot(_ action: @escaping @Sendable (SnapshotResult?) -> Void) {
        firstSnapshot.withLock { $0 = action }
    }

    /// Waits until the thread has ended; `false` at the deadline.
    func waitUntilEnded(until deadline: MonotonicInstant) -> Bool {
        ended.wait(until: deadline) { $0 ? true : nil } ?? false
    }

    /// Whether the engine waits for work, or got further with it since the last look.
    func makesHeadway(since seen: inout [String: JobProgress.Snapshot]) -> Bool {
        let name = configuration.name
        guard let job = mailbox.read({ $0.current }) else {
            seen[name] = nil
            return true
        }
        let now = job.progress.snapshot()
        defer { seen[name] = now }
        return seen[name] != now
    }
}
