internal import LinuxSystem
internal import SnapshotCatalog
internal import SnapshotModel

/// The catalog of a store and what to do when it is lost: it is dropped, and made anew from the zips.
struct CatalogHolder {
    /// The catalog; a store that is opened for reading has none.
    private(set) var catalog: Catalog?
    /// What keeps the catalog from lying on the disk, if anything does.
    private(set) var trouble: String?
    /// Rises when what scans compare with becomes another snapshot than the newest that was published.
    private(set) var generation = 0
    /// Whether the store was given up: its catalog is only read.
    private(set) var isReleased = false
    /// Where the catalog lies, `nil` if it is in memory from the start.
    private var folder: CatalogFolder?
    private let place: Place

    /// Whose catalog it is, and where such catalogs lie.
    private struct Place {
        var uuid = ""
        var store = BytePath.root
        var cache = BytePath.root
    }

    private static let fileName = "catalog.sqlite"

    /// No catalog at all.
    static var none: CatalogHolder { CatalogHolder(place: Place()) }

    /// The catalog of the store at a path, empty if there was none that can be used.
    ///
    /// It is the only store that has this catalog until it is released.
    static func open(
        store uuid: String, at path: BytePath, cache: BytePath
    ) -> CatalogHolder {
        var holder = CatalogHolder(place: Place(uuid: uuid, store: path, cache: cache))
        do {
            holder.folder = try holder.takeFolder()
            holder.catalog = try holder.file()
            if holder.catalog == nil { holder.startOver() }
        } catch let error as SystemError {
            holder.startOverInMemory("\(error)")
        } catch {
            holder.startOver()
        }
        return holder
    }

    private init(place: Place) {
        self.place = place
    }

    /// Drops the catalog for an empty one: on the disk, or in memory where the disk refuses.
    mutating func startOver() {
        catalog = nil
        generation += 1
        do {
            folder = try takeFolder()
            guard let folder else {
                return startOverInMemory("other open stores have the same identity: copies of it")
            }
            let opened = try Directories.open(making: folder.path)
            for ending in ["", "-wal", "-shm"] {
                try Self.remove(Array((Self.fileName + ending).utf8), in: opened)
            }
            catalog = try file()
            trouble = nil
        } catch {
            startOverInMemory("\(error)")
        }
    }

    /// Drops the catalog for an empty one in memory, which serves until the next start.
    mutating func startOverInMemory(_ reason: String) {
        catalog = try? Catalog(path: .root, store: place.uuid)
        trouble = reason
    }

    /// Notes that what scans compare with was rolled back.
    mutating func noteRollBack() {
        generation += 1
    }

    /// Leaves the catalog on the disk to the store that is opened next; this one may still be looked at.
    mutating func release() {
        isReleased = true
        do throws(CatalogError) {
            try catalog?.refuseChanges()
        } catch {
            catalog = nil
        }
        folder = nil
    }

    /// The directory that this store has, taken if it has none.
    private func takeFolder() throws(SystemError) -> CatalogFolder? {
        if let folder { return try folder.renewed() }
        return try CatalogFolder.take(store: place.uuid, at: place.store, in: place.cache)
    }

    private func file() throws(CatalogError) -> Catalog? {
        guard let folder else { return nil }
        return try Catalog(
            path: folder.path.appending(Array(Self.fileName.utf8)), store: place.uuid)
    }

    private static func remove(
        _ name: [UInt8], in folder: borrowing FileDescriptor
    ) throws(SystemError) {
        do throws(SystemError) {
            try folder.remove(name)
        } catch {
            guard error.errno == .noEntry else { throw error }
        }
    }
}
