package import SnapshotModel
internal import LinuxSystem
internal import SnapshotArchive

extension Store {
    /// Opens a store to look only: no lock, no catalog, nothing written, so that a read-only medium will do.
    package static func openForReading(_ path: BytePath) throws(UserError) -> Store {
        let main = try openFolder(path)
        guard let identity = try StoreFolder.readIdentity(in: main, at: path) else {
            throw StoreProblem.notAStore(path, why: StoreFolder.missing(zips: zips(in: main)))
        }
        let directory: StoreDirectory
        do throws(SystemError) {
            directory = try StoreDirectory(path: path, reading: main)
        } catch {
            throw StoreProblem.system(error, store: path)
        }
        let listing = try StoreListing(directory, store: identity.uuid, known: [])
        return try StoreProblem.translating(path) { () throws(SystemError) in
            let job = try StoreJob(reading: directory, identity: identity, listing: listing)
            return Store(
                directory: directory, settings: nil, job: job, catalog: .none, lock: nil)
        }
    }

    /// Opens a snapshot for looking and restoring, expired ones included.
    package func view(_ number: Int) throws(UserError) -> SnapshotView {
        let snapshot = try snapshot(number)
        let own = try openZip(snapshot)
        return SnapshotView(
            snapshot, archive: try own.archive(),
            objects: StoreObjects(pool: pool, catalog: catalog, index: index, own: own))
    }

    /// What the zips of the store hold, no matter for which snapshot.
    package var objects: StoreObjects { StoreObjects(pool: pool, catalog: catalog, index: index) }

    /// Opens the zip of a snapshot where it lies now: it may have moved since it was listed.
    func openArchive(_ snapshot: StoredSnapshot) throws(UserError) -> ArchiveReader {
        try openZip(snapshot).archive()
    }

    /// The zip of a snapshot, opened and read anew, and its record with it.
    private func openZip(_ snapshot: StoredSnapshot) throws(UserError) -> OpenZip {
        do throws(UserError) {
            return try openUnwatched(snapshot)
        } catch {
            // One that is listed as damaged stops expiry already.
            if error.code == .damaged, snapshot.damage == nil {
                pool.damage.meet(.zip(snapshot.fileName))
            }
            throw error
        }
    }

    private func openUnwatched(_ snapshot: StoredSnapshot) throws(UserError) -> OpenZip {
        let file: ObjectFile
        let descriptor: FileDescriptor
        do throws(SystemError) {
            guard let opened = try pool.open(snapshot.fileName) else {
                throw SystemError("openat", path: snapshot.path, errno: .noEntry)
            }
            file = opened.file
            descriptor = try file.duplicate()
        } catch {
            if error.errno.obstacle != nil { throw error.asUserError() }
            let why = error.errno == .noEntry ? "it is gone from the store" : error.errno.message
            throw StoreProblem.damaged(snapshot.number, file: snapshot.path, why: why)
        }
        let reader = try ArchiveReader.open(descriptor, path: file.path)
        return OpenZip(name: snapshot.fileName, file: file, reader: reader)
    }

    private static func openFolder(_ path: BytePath) throws(UserError) -> FileDescriptor {
        do throws(SystemError) {
            return try FileDescriptor.open(path, [.directory])
        } catch {
            switch error.errno {
            case .noEntry: throw StoreProblem.notAStore(path, why: "it does not exist")
            case .notDirectory:
                throw StoreProblem.notAStore(path, why: "it is not a directory")
            default: throw StoreProblem.system(error, store: path)
            }
        }
    }

    private static func zips(in directory: borrowing FileDescriptor) -> Int {
        var count = 0
        // The number only helps the message.
        try? directory.names { name, _ in if StoreFileName.isZip(name) { count += 1 } }
        return count
    }
}

extension StoreJob {
    /// What somebody who only looks knows of a store.
    fileprivate init(
        reading directory: StoreDirectory, identity: StoreIdentity, listing: StoreListing
    ) throws(SystemError) {
        self.identity = identity
        annotations = Annotations()
        memory = StoreMemory(
            uuid: identity.uuid, path: PathText(directory.path), highest: 0, running: 0)
        files = []
        foreign = []
        nextNumber = 0
        opened = MonotonicInstant(nanoseconds: 0)
        counted = opened
        switch try AnnotationsFile.read(in: directory.main) {
        case .whole(let whole): annotations = whole
        case .lost(let older): annotations = older ?? annotations
        case .absent: break
        }
        take(listing)
    }
}
