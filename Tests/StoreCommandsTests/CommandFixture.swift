import ControlProtocol
import LinuxSystem
import SnapshotArchive
import SnapshotModel
import SnapshotStore
import StoreCommands
import Synchronization
import TestSupport

/// A directory with a real store of it, whose snapshots are an hour apart.
final class CommandFixture: Sendable {
    /// 2026-11-30T02:00:00Z, when the first snapshot is taken.
    static let start: Int64 = 1_796_004_000

    let scratch: ScratchDirectory
    let store: Store
    let clock: SettableClock

    init() throws {
        scratch = try ScratchDirectory()
        clock = SettableClock(keeping: scratch)
        try scratch.makeDirectories("data")
        let root = scratch.path.appending(Array("data".utf8))
        var settings = StoreSettings(
            dataset: "documents", root: root,
            rootIdentity: try FileDescriptor.status(of: root, following: false).identity)
        settings.places = StorePlaces(
            cache: scratch.path.appending(Array("cache".utf8)),
            state: scratch.path.appending(Array("state".utf8)))
        settings.clock = clock
        settings.machine = "this-machine"
        settings.reserveSize = 4096
        store = try Store.open(scratch.path.appending(Array("store".utf8)), settings)
    }

    /// The saved directory's path.
    var data: BytePath { scratch.path.appending(Array("data".utf8)) }

    /// Changes files, then takes a snapshot of everything and lets an hour pass.
    @discardableResult
    func save(
        _ files: [String: String] = [:], removing removed: [String] = [],
        change: (inout SnapshotRecord) -> Void = { _ in }
    ) throws -> StoredSnapshot {
        for (path, text) in files.sorted(by: { $0.key < $1.key }) {
            try scratch.write(text, to: "data/\(path)")
        }
        for path in removed { try remove(path) }
        let snapshot = try publish(change)
        clock.advance(by: 3600)
        return snapshot
    }

    /// Removes a file of the directory.
    func remove(_ path: String) throws {
        let file = BytePath("data/\(path)")
        try scratch.descriptor.openBeneath(file.parent ?? .root, [.directory]).remove(
            file.name, directory: false)
    }

    /// The commands as typed at the present moment, in universal time.
    func commands(at directory: BytePath? = nil) throws -> StoreCommands {
        try StoreCommands(
            store: store,
            scope: CallScope(
                workingDirectory: directory.map { WireBytes($0.bytes) }, zone: "UTC"),
            now: clock.now)
    }

    /// The same commands of somebody who has the store's files alone.
    func offlineCommands(at directory: BytePath? = nil) throws -> StoreCommands {
        try StoreCommands(
            store: try Store.openForReading(store.path), scope: try commands(at: directory).scope,
            now: clock.now)
    }

    private func publish(_ change: (inout SnapshotRecord) -> Void) throws -> StoredSnapshot {
        let file = try store.makeSnapshotFile()
        let root = try scratch.descriptor.open(Array("data".utf8), [.directory])
        var items: [ArchiveItem] = []
        try add(.root, parent: 0, root, to: &items)
        var record = SnapshotRecord()
        record.id = RandomBytes.identifier()
        record.number = try store.reserveNumber()
        record.store = store.uuid
        record.dataset = store.dataset
        record.host = "desk"
        record.root = store.root
        record.created = clock.now
        record.utcOffset = 9 * 3600
        record.parent = store.newest?.number
        record.counts.files = items.count { $0.entry.kind != .directory }
        record.counts.directories = items.count { $0.entry.kind == .directory }
        record.counts.bytes = items.reduce(0) { $0 + $1.entry.size }
        record.users = [SystemIdentity.effectiveUserID: "me"]
        record.duration = 250_000_000
        change(&record)
        let written = try SnapshotWriter(root: root, workers: 1).write(
            ArchivePlan(items: items), record: record, into: file.descriptor,
            complete: { _, _ in })
        return try store.publish(
            file, record: written.record, changes: nil
        ).snapshot
    }

    private func add(
        _ path: BytePath, parent: Int, _ root: borrowing FileDescriptor,
        to items: inout [ArchiveItem]
    ) throws {
        let directory = try root.openBeneath(path, [.directory, .noFollow])
        let index = items.count
        items.append(
            ArchiveItem(
                entry: Self.entry(path.name, try directory.status()), path: path, parent: parent,
                source: .metadata))
        var names: [[UInt8]] = []
        try directory.names { name, _ in names.append(name) }
        for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            let status = try directory.status(of: name)
            let child = path.appending(name)
            guard status.kind != .directory else {
                try add(child, parent: index, root, to: &items)
                continue
            }
            var entry = Self.entry(name, status)
            if status.kind == .link { entry.target = try directory.readLink(name) }
            items.append(
                ArchiveItem(
                    entry: entry, path: child, parent: index,
                    source: status.kind == .file ? .live : .metadata))
        }
    }

    private static func entry(_ name: [UInt8], _ status: FileStatus) -> TreeEntry {
        var entry = TreeEntry(
            name: name, kind: status.kind, mode: status.mode, uid: status.uid, gid: status.gid,
            modified: status.modified)
        if status.kind == .file { entry.size = status.size }
        return entry
    }
}

/// Clocks that only move when a test says so.
final class SettableClock: StoreClock {
    /// The store's directory, which has to stay as long as the store, whose clock this is.
    private let scratch: ScratchDirectory
    private let seconds = Mutex(CommandFixture.start)

    init(keeping scratch: ScratchDirectory) {
        self.scratch = scratch
    }

    var now: FileTime { FileTime(seconds: seconds.withLock { $0 }) }
    var instant: MonotonicInstant {
        MonotonicInstant(
            nanoseconds: seconds.withLock { $0 - CommandFixture.start } * 1_000_000_000)
    }

    func advance(by count: Int64) {
        seconds.withLock { $0 += count }
    }
}

extension StoreCommands {
    /// `ls` as typed.
    func ls(_ operand: String, recursive: Bool = false) throws(UserError) -> LsReport {
        try ls(
            LsParameters(scope: scope, operand: WireBytes(operand), recursive: recursive))
    }

    /// `cat` as typed, as text.
    func cat(_ operand: String) throws(UserError) -> String {
        var bytes: [UInt8] = []
        _ = try cat(CatParameters(scope: scope, operand: WireBytes(operand))) {
            bytes.append(contentsOf: $0)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `restore` as typed.
    func restore(
        _ operands: [String], to directory: BytePath? = nil, delete: Bool = false,
        keepNewer: Bool = false, dryRun: Bool = false
    ) throws(UserError) -> RestoreReport {
        try restore(
            RestoreParameters(
                scope: scope, operands: operands.map { WireBytes($0) },
                destination: directory.map { .directory(WireBytes($0.bytes)) } ?? .inPlace,
                delete: delete, keepNewer: keepNewer, dryRun: dryRun))
    }

    /// `diff` as typed.
    func diff(
        _ from: String, _ to: String? = nil, live: (any LiveTree)? = nil
    ) throws(UserError) -> DiffReport {
        try diff(
            DiffParameters(
                scope: scope, from: WireBytes(from), to: to.map { WireBytes($0) }), live: live)
    }

    /// `versions` as typed.
    func versions(_ path: String) throws(UserError) -> VersionsReport {
        try versions(VersionsParameters(scope: scope, path: WireBytes(path)))
    }

    /// A REF as typed after `pin` and the like.
    func reference(_ text: String) -> ReferenceParameters {
        ReferenceParameters(scope: scope, reference: WireBytes(text))
    }
}

/// The error that `body` throws, as people see it.
func failure<Result>(_ body: () throws(UserError) -> Result) -> UserError? {
    do throws(UserError) {
        _ = try body()
        return nil
    } catch {
        return error
    }
}
