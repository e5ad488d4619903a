package import LinuxSystem
package import SnapshotModel
internal import Synchronization

/// A directory of snapshot zips with what belongs to them.
///
/// Everybody may look at any time; changes come one after the other. A store opened for reading changes nothing.
package final class Store: Sendable {
    /// The absolute path that the store was opened at.
    package let path: BytePath
    /// The store's identity, which its snapshots name.
    package let uuid: String
    let directory: StoreDirectory
    /// What the owner wants; `nil` in a store that is opened for reading.
    let settings: StoreSettings?
    let job: Mutex<StoreJob>
    let shown: Mutex<ShownState>
    /// Not a Mutex, which would let no closure of a caller's near the catalog.
    let catalog: Monitor<CatalogHolder>
    let pool: ZipPool
    let index: ObjectIndex
    private let lock: Mutex<StoreLock?>
    private let ended = Atomic(false)

    /// What everybody may look at while a job runs.
    struct ShownState: Sendable {
        var snapshots: [StoredSnapshot] = []
        /// Those that are not expired, once somebody has asked for them.
        var present: [StoredSnapshot]?
        var kept: [KeptSnapshot] = []
        var damaged: [Int] = []
        var objects: [ObjectZip] = []
        var foreign: [ForeignFile] = []
        var brakes: [Brake] = []
        var gone: [GoneSnapshot] = []
        var nextNumber = 1
        var dataset = ""
        var root = BytePath.root
        var rootIdentity = FileIdentity(device: 0, inode: 0)
    }

    init(
        directory: StoreDirectory, settings: StoreSettings?, job: StoreJob,
        catalog: sending CatalogHolder, lock: consuming StoreLock?
    ) {
        path = directory.path
        uuid = job.identity.uuid
        self.directory = directory
        pool = ZipPool(directory)
        index = ObjectIndex(pool)
        self.settings = settings
        self.job = Mutex(job)
        shown = Mutex(ShownState())
        self.catalog = Monitor(catalog)
        self.lock = Mutex(lock)
        show(job)
    }

    /// Gives up the right to change the store, so that it can be opened anew while others still look at this one.
    ///
    /// A change under way is waited for; whoever comes later is refused with `agent-starting`.
    package func release() {
        job.withLock { _ in
            guard isWritable else { return }
            ended.store(true, ordering: .sequentiallyConsistent)
            catalog.read { $0.release() }
            lock.withLock { $0 = nil }
        }
    }

    /// Whether the right to change the store was given up.
    package var isReleased: Bool { ended.load(ordering: .sequentiallyConsistent) }

    /// Whether the store may be changed by this process.
    package var isWritable: Bool { settings != nil }

    /// The snapshots that are kept, in the order of their numbers.
    package var snapshots: [StoredSnapshot] {
        shown.withLock { state in
            if let present = state.present { return present }
            let present = state.snapshots.filter { !$0.isExpired }
            state.present = present
            return present
        }
    }

    /// The snapshots that were pruned or deleted and can still be taken back.
    package var expiredSnapshots: [StoredSnapshot] {
        shown.withLock { state in state.snapshots.filter(\.isExpired) }
    }

    /// Those that are kept and can be read, and the numbers of those that are kept and damaged: a copy of nothing large.
    var keptSnapshots: (known: [KeptSnapshot], damaged: [Int]) {
        shown.withLock { ($0.kept, $0.damaged) }
    }

    /// Zips in the store that are not its snapshots.
    package var foreignFiles: [ForeignFile] { shown.withLock { $0.foreign } }

    /// Why nothing expires at present; empty if all is well.
    package var brakes: [Brake] { shown.withLock { $0.brakes } }

    /// The name of the dataset.
    package var dataset: String { shown.withLock { $0.dataset } }

    /// The directory that is saved.
    package var root: BytePath { shown.withLock { $0.root } }

    /// What the directory that is saved was when a person last agreed to it.
    package var rootIdentity: FileIdentity { shown.withLock { $0.rootIdentity } }

    /// The newest snapshot that is kept and can be read.
    package var newest: StoredSnapshot? {
        shown.withLock { $0.snapshots.last { !$0.isExpired && $0.damage == nil } }
    }

    /// In which directory a zip lay when the store was listed, `nil` for one that is none of the store's.
    func place(of zip: [UInt8]) -> ZipPlace? {
        shown.withLock { state in
            state.snapshots.first { $0.fileName == zip }?.place
                ?? state.objects.first { $0.name == zip }?.place
        }
    }

    /// A snapshot by its number, expired ones included.
    package func snapshot(_ number: Int) throws(UserError) -> StoredSnapshot {
        let all = shown.withLock { $0.snapshots }
        guard let found = all.first(where: { $0.number == number }) else {
            throw StoreProblem.missing(
                number, dataset: dataset, present: all.filter { !$0.isExpired }.map(\.number))
        }
        return found
    }

    /// Runs one change; the next one waits until it has ended.
    ///
    /// After `release` nothing is changed any more: what this store knows is older than what the next one has written.
    func change<Result: Sendable>(
        _ body: (inout StoreJob, StoreSettings) throws(UserError) -> Result
    ) throws(UserError) -> Result {
        guard let settings else { throw StoreProblem.readOnly(path) }
        return try job.withLock { job throws(UserError) in
            guard !isReleased else { throw StoreProblem.released(path) }
            job.countRunning(until: settings.clock.instant)
            defer { show(job) }
            return try body(&job, settings)
        }
    }

    /// Lets everybody see what a job made of the store.
    func show(_ job: StoreJob) {
        let grace = settings?.grace.components.seconds
        let snapshots = job.files.map { file in
            let note = job.note(of: file)
            let expired = file.isExpired ? (note?.expiry?.time ?? file.status.changed.seconds) : nil
            let isPinned = note?.isPinned ?? false
            return StoredSnapshot(
                record: file.record, fileName: file.name,
                path: directory.path(of: file.name, in: file.place), place: file.place,
                status: file.status, label: note?.label, isPinned: isPinned,
                damage: file.damage, expired: expired.map { FileTime(seconds: $0) },
                goes: isPinned
                    ? nil : expired.flatMap { time in grace.map { FileTime(seconds: time + $0) } },
                lost: losses(of: note))
        }
        let kept = snapshots.filter { !$0.isExpired }
        shown.withLock { state in
            state = ShownState(
                snapshots: snapshots,
                kept: kept.filter { $0.damage == nil }.map { KeptSnapshot($0.record) },
                damaged: kept.filter { $0.damage != nil }.map(\.number), objects: job.objects,
                foreign: job.foreign,
                brakes: job.annotations.brakes, gone: job.goneSnapshots,
                nextNumber: job.nextNumber, dataset: job.identity.dataset,
                root: job.identity.root.path,
                rootIdentity: FileIdentity(
                    device: job.identity.rootDevice, inode: job.identity.rootInode))
        }
    }
}
