internal import LinuxSystem
internal import SnapshotModel

/// What a store's owner knows of it: one job at a time has it.
struct StoreJob: Sendable {
    var identity: StoreIdentity
    var annotations: Annotations
    var memory: StoreMemory
    /// The snapshots that are kept or in their time of grace.
    var files: [SnapshotFile]
    /// Zips that are none of these snapshots, but may hold objects for some.
    var objects: [ObjectZip] = []
    var foreign: [ForeignFile]
    /// The number of the next snapshot.
    var nextNumber: Int
    /// When the store was opened.
    var opened: MonotonicInstant
    /// Up to when the time of running is counted.
    var counted: MonotonicInstant
    /// Snapshots that went for good since the catalog was last compacted.
    var removedSinceCompaction = 0
    /// When both clocks were last seen together.
    var clocks: ClockPair?
    /// Whether the opening found out what the annotations on the disk do not say.
    var hasNewNotes = false
    /// How the directories were when all zips were last found as they are listed, if a later change must show.
    var seen: DirectoryStamps?
    /// How often the store was listed anew.
    var listings = 0
    /// How many snapshots are being made, which may lean on any good zip.
    var building = 0
    /// How often a listing missed a good zip that the one before it had.
    var losses = 0

    /// Takes over what was listed: a snapshot whose grace is over is one no more, whatever its zip is still good for.
    mutating func take(_ listing: StoreListing) {
        files = []
        objects = listing.objects
        foreign = listing.foreign
        for file in listing.files {
            if file.isExpired, note(of: file)?.isGone == true {
                objects.append(object(of: file))
            } else {
                files.append(file)
            }
        }
    }

    /// The zips that can be read, wherever they lie.
    var goodZips: Set<ListedZip> {
        Set(
            files.lazy.filter { $0.damage == nil }.map { ListedZip($0.name, $0.status) }
                + objects.lazy.filter { $0.damage == nil }.map { ListedZip($0.name, $0.status) })
    }

    /// The zip of a snapshot as one that only counts by its objects.
    func object(of file: SnapshotFile) -> ObjectZip {
        ObjectZip(
            name: file.name, place: file.place, status: file.status,
            kind: .gone(id: noteKey(of: file), number: file.number), damage: file.damage)
    }

    /// Whether a snapshot, or one being made, may lean on other zips than its own.
    func someLean(but number: Int? = nil) -> Bool {
        building > 0 || files.contains { $0.number != number && $0.mayLean }
    }

    /// Counts the time that passed as time of running.
    mutating func countRunning(until instant: MonotonicInstant) {
        memory.running += max(0, (instant - counted).wholeNanoseconds)
        counted = instant
    }

    /// Whole seconds that agents ran with this store.
    var runningSeconds: Int64 { memory.running / 1_000_000_000 }

    /// The place of a snapshot in `files`, `nil` if there is none of that number.
    func index(of number: Int) -> Int? {
        files.firstIndex { $0.number == number }
    }

    /// The number of the newest whole snapshot that is kept.
    var newestWhole: Int? {
        files.last { file in
            file.isSound && file.record.isWhole && note(of: file)?.lost?.isEmpty != false
        }?.number
    }

    /// The note of a snapshot; a damaged one is found by its number.
    func note(of file: SnapshotFile) -> SnapshotNote? {
        if !file.record.id.isEmpty { return annotations.snapshots[file.record.id] }
        return annotations.snapshots.values.first { $0.number == file.number }
    }

    /// Under which key the note of a snapshot is kept.
    func noteKey(of file: SnapshotFile) -> String {
        guard file.record.id.isEmpty else { return file.record.id }
        return annotations.snapshots.first { $0.value.number == file.number }?.key
            ?? Self.unreadKey(file.number)
    }

    /// Whether a person has seen that a snapshot cannot be read.
    func isAcknowledged(_ file: SnapshotFile) -> Bool {
        file.damage != nil
            && annotations.acknowledged.contains(String(decoding: file.name, as: UTF8.self))
    }

    /// The key of the note of a snapshot whose identity nobody knows.
    static func unreadKey(_ number: Int) -> String { "damaged-\(number)" }
}

/// A zip as a listing found it: under another inode it may hold something else.
struct ListedZip: Hashable, Sendable {
    private let name: [UInt8]
    private let size: Int64
    private let inode: UInt64
    private let modified: FileTime

    init(_ name: [UInt8], _ status: FileStatus) {
        self.name = name
        (size, inode, modified) = (status.size, status.inode, status.modified)
    }
}

/// Both clocks at one moment: if they go apart, somebody set the wall clock.
struct ClockPair: Hashable, Sendable {
    var wall: FileTime
    var instant: MonotonicInstant

    /// How far the wall clock was set between two moments.
    func jump(to later: ClockPair) -> Duration {
        let shown = Duration.seconds(later.wall.seconds - wall.seconds)
        return shown - (later.instant - instant)
    }
}
