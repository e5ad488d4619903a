internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotCatalog
internal import SnapshotModel

/// What lies in a store's directories: a listing is whole, or it is an error.
struct StoreListing: Sendable {
    /// The store's snapshots in the order of their numbers, damaged ones included.
    var files: [SnapshotFile] = []
    /// Zips that are no snapshots, but hold objects for some.
    var objects: [ObjectZip] = []
    /// Zips that are not the store's.
    var foreign: [ForeignFile] = []

    /// Lists a store; a zip that looks as in `known` is not opened again.
    ///
    /// What may not be read is listed as damaged; without descriptors or memory nothing is listed at all.
    init(
        _ directory: StoreDirectory, store uuid: String, known: [CatalogSnapshot]
    ) throws(UserError) {
        let known = Dictionary(known.map { ($0.zip.name, $0) }) { first, _ in first }
        for place in directory.places {
            let names = try StoreProblem.translating(directory.path) { () throws(SystemError) in
                try directory.names(in: place)
            }
            for name in names.sorted(by: Self.precedes)
            where StoreFileName.isZip(name) {
                // A name that vanished since it was listed is no error; anything else is.
                let found = try StoreProblem.translating(directory.path) {
                    () throws(SystemError) in try directory.status(of: name, in: place)
                }
                guard let status = found else { continue }
                if place != .main, ContentFileName(name) != nil, status.kind == .file {
                    try addContents(name, status, in: place, of: directory, uuid: uuid)
                } else {
                    try add(name, status, in: place, of: directory, uuid: uuid, known: known[name])
                }
            }
        }
        files.sort { $0.number < $1.number }
    }

    private mutating func addContents(
        _ name: [UInt8], _ status: FileStatus, in place: ZipPlace, of directory: StoreDirectory,
        uuid: String
    ) throws(UserError) {
        var zip = ObjectZip(
            name: name, place: place, status: status, kind: .content(isPacked: false))
        do throws(UserError) {
            let record = try Self.contentRecord(of: zip, in: directory)
            guard record.store == uuid else {
                foreign.append(ForeignFile(name: name, reason: "contents of another store"))
                return
            }
            zip.kind = .content(isPacked: record.isPacked == true)
            zip.trees = record.treeRoot
        } catch {
            if error.obstacle == .shortage { throw error }
            // Damaged or not, whatever it still holds may be needed.
            zip.damage = error.why ?? error.message
        }
        objects.append(zip)
    }

    private mutating func add(
        _ name: [UInt8], _ status: FileStatus, in place: ZipPlace, of directory: StoreDirectory,
        uuid: String, known: CatalogSnapshot?
    ) throws(UserError) {
        guard let parsed = SnapshotFileName(name), status.kind == .file else {
            foreign.append(ForeignFile(name: name, reason: "not named as a snapshot is"))
            return
        }
        var file = SnapshotFile(
            name: name, place: place, status: status, record: SnapshotRecord())
        if let known, file.isSame(as: known.zip),
            let record = try? SnapshotRecordJSON.decode(known.record)
        {
            file.record = record
        } else {
            try Self.read(&file, parsed, from: directory, uuid: uuid)
        }
        if file.record.store != uuid {
            foreign.append(ForeignFile(name: name, reason: "a snapshot of another store"))
        } else if let other = files.first(where: { Self.clash($0, file) }) {
            let reason = other.record.id == file.record.id ? "a second copy of" : "numbered as"
            foreign.append(ForeignFile(name: name, reason: "\(reason) \(other.number)"))
        } else {
            files.append(file)
        }
    }

    private static func clash(_ left: SnapshotFile, _ right: SnapshotFile) -> Bool {
        left.number == right.number || !left.record.id.isEmpty && left.record.id == right.record.id
    }

    private static func read(
        _ file: inout SnapshotFile, _ name: SnapshotFileName, from directory: StoreDirectory,
        uuid: String
    ) throws(UserError) {
        do throws(UserError) {
            let reader = try openArchive(file, in: directory)
            file.record = reader.record
            if reader.fault != nil { file.damage = "its central directory cannot be read" }
        } catch {
            if error.obstacle == .shortage { throw error }
            file.damage = error.why ?? error.message
            file.record.number = name.number
            file.record.store = uuid
            file.record.dataset = String(decoding: name.dataset, as: UTF8.self)
            file.record.created = FileTime(seconds: name.created)
            file.record.layout = name.isIncremental ? .incremental : .complete
        }
    }

    /// Opens the zip of a snapshot.
    static func openArchive(
        _ file: SnapshotFile, in directory: StoreDirectory
    ) throws(UserError) -> ArchiveReader {
        let path = directory.path(of: file.name, in: file.place)
        let opened: FileDescriptor
        do throws(SystemError) {
            opened = try directory.open(file.name, in: file.place)
        } catch {
            if error.errno.obstacle != nil { throw error.asUserError() }
            throw StoreProblem.damaged(file.number, file: path, why: error.errno.message)
        }
        return try ArchiveReader.open(opened, path: path)
    }

    /// Whose objects a content zip holds.
    private static func contentRecord(
        of zip: ObjectZip, in directory: StoreDirectory
    ) throws(UserError) -> ContentRecord {
        let path = directory.path(of: zip.name, in: zip.place)
        let opened: FileDescriptor
        do throws(SystemError) {
            opened = try directory.open(zip.name, in: zip.place)
        } catch {
            throw error.asUserError()
        }
        return try ContentRecord.read(opened, path: path)
    }

    private static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.lexicographicallyPrecedes(right)
    }
}
