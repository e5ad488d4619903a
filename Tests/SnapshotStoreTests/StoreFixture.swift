import LinuxSystem
import SnapshotArchive
import SnapshotCatalog
import SnapshotModel
import SnapshotStore
import TestSupport

/// A directory to save with a store beside it, a cache and a state directory, and clocks that stand still.
final class StoreFixture: Sendable {
    let scratch: ScratchDirectory
    let clock = ManualClock()
    let storePath: BytePath

    init() throws {
        scratch = try ScratchDirectory()
        storePath = scratch.path.appending(BytePath("store"))
        try scratch.makeDirectories("data")
    }

    var places: StorePlaces {
        StorePlaces(
            cache: scratch.path.appending(BytePath("cache")),
            state: scratch.path.appending(BytePath("state")))
    }

    func settings() throws -> StoreSettings {
        let root = scratch.path.appending(BytePath("data"))
        var settings = StoreSettings(
            dataset: "documents", root: root,
            rootIdentity: try FileDescriptor.status(of: root, following: false).identity)
        settings.places = places
        settings.clock = clock
        settings.machine = "this-machine"
        settings.reserveSize = 4096
        return settings
    }

    func open(_ change: (inout StoreSettings) -> Void = { _ in }) throws -> Store {
        var settings = try settings()
        change(&settings)
        return try Store.open(storePath, settings)
    }

    /// Changes a file, and takes a snapshot of everything.
    @discardableResult
    func save(
        _ store: Store, _ text: String, in file: String = "a", isPartial: Bool = false,
        change: ((inout SnapshotRecord) -> Void)? = nil
    ) throws -> StoredSnapshot {
        try scratch.write(text, to: "data/\(file)")
        return try save(store, isPartial: isPartial, change: change)
    }

    /// Takes a snapshot of everything.
    @discardableResult
    func save(
        _ store: Store, isPartial: Bool = false, change: ((inout SnapshotRecord) -> Void)? = nil
    ) throws -> StoredSnapshot {
        let distrusted = try store.distrustedContents()
        let written = try write(store, isPartial: isPartial, change: change)
        let snapshot = try store.publish(
            written.file, record: written.snapshot.record, changes: nil
        ).snapshot
        try store.settleDistrust(distrusted)
        return snapshot
    }

    struct Written: ~Copyable {
        let file: DurableFile
        let snapshot: WrittenSnapshot

        consuming func takeFile() -> DurableFile { file }
    }

    /// Writes a snapshot that is not published yet.
    func write(
        _ store: Store, isPartial: Bool = false, change: ((inout SnapshotRecord) -> Void)? = nil
    ) throws -> Written {
        let file = try store.makeSnapshotFile()
        let root = try dataFolder()
        var record = try record(for: store)
        if isPartial {
            record.missing = [
                MissingItem(path: BytePath("x"), reason: .unreadable, detail: "permission denied")
            ]
        }
        change?(&record)
        let writer = try SnapshotWriter(root: root, workers: 1)
        let snapshot = try writer.write(
            try plan(root), record: record, into: file.descriptor, complete: { _, _ in })
        return Written(file: file, snapshot: snapshot)
    }

    /// The directory that is saved.
    func dataFolder() throws -> FileDescriptor {
        try scratch.descriptor.open(Array("data".utf8), [.directory])
    }

    /// A record for the next snapshot.
    func record(for store: Store) throws -> SnapshotRecord {
        var record = SnapshotRecord()
        record.id = RandomBytes.identifier()
        record.number = try store.reserveNumber()
        record.store = store.uuid
        record.dataset = store.dataset
        record.root = store.root
        record.created = clock.now
        return record
    }

    /// The names in the store's directory, or below it.
    func names(_ folder: String = "store") throws -> [String] {
        var found = [String]()
        try scratch.descriptor.openBeneath(BytePath(folder), [.directory]).names { name, _ in
            found.append(String(decoding: name, as: UTF8.self))
        }
        return found.sorted()
    }

    /// Removes a file.
    func remove(_ file: String) throws {
        let path = BytePath(file)
        try scratch.descriptor.openBeneath(path.parent ?? .root, [.directory]).remove(path.name)
    }

    /// Renames a file.
    func move(_ file: String, to target: String) throws {
        let (from, to) = (BytePath(file), BytePath(target))
        let source = try scratch.descriptor.openBeneath(from.parent ?? .root, [.directory])
        let folder = try scratch.descriptor.openBeneath(to.parent ?? .root, [.directory])
        try source.rename(from.name, to: folder, to.name, replacing: false)
    }

    /// Removes a directory with everything in it.
    func removeTree(_ folder: String) throws {
        for name in try names(folder) {
            let path = "\(folder)/\(name)"
            let status = try FileDescriptor.status(
                of: scratch.path.appending(BytePath(path)), following: false)
            if status.kind == .directory { try removeTree(path) } else { try remove(path) }
        }
        let path = BytePath(folder)
        try scratch.descriptor.openBeneath(path.parent ?? .root, [.directory])
            .remove(path.name, directory: true)
    }

    /// Everything in a directory, to be read.
    func plan(_ root: borrowing FileDescriptor) throws -> ArchivePlan {
        var items = [ArchiveItem]()
        try add(.root, parent: 0, root, to: &items)
        return ArchivePlan(items: items)
    }

    private func add(
        _ path: BytePath, parent: Int, _ root: borrowing FileDescriptor,
        to items: inout [ArchiveItem]
    ) throws {
        let opened = try root.openBeneath(path, [.noFollow])
        let status = try opened.status()
        var entry = TreeEntry(
            name: path.name, kind: status.kind, mode: status.mode, uid: status.uid,
            gid: status.gid, modified: status.modified)
        let index = items.count
        guard status.kind == .directory else {
            entry.size = status.size
            items.append(ArchiveItem(entry: entry, path: path, parent: parent, source: .live))
            return
        }
        items.append(ArchiveItem(entry: entry, path: path, parent: parent, source: .metadata))
        var names = [[UInt8]]()
        try opened.names { name, _ in names.append(name) }
        for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            try add(path.appending(name), parent: index, root, to: &items)
        }
    }
}

/// The error that `body` throws, as people see it.
func userError(_ body: () throws -> Void) -> UserError? {
    do {
        try body()
        return nil
    } catch {
        return error as? UserError
    }
}
