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
    private let folder: BytePath
    private let uuid: String

    private static let fileName = "catalog.sqlite"

    /// No catalog at all.
    static var none: CatalogHolder { CatalogHolder(folder: .root, uuid: "") }

    /// The catalog of a store, empty if there was none that can be used.
    static func open(store uuid: String, cache: BytePath) -> CatalogHolder {
        var holder = CatalogHolder(folder: cache.appending(Array(uuid.utf8)), uuid: uuid)
        do {
            _ = try Directories.open(making: holder.folder)
            holder.catalog = try holder.file()
            if holder.catalog == nil { holder.startOver() }
        } catch {
            holder.startOver()
        }
        return holder
    }

    private init(folder: BytePath, uuid: String) {
        self.folder = folder
        self.uuid = uuid
    }

    /// Drops the catalog for an empty one: on the disk, or in memory where the disk refuses.
    mutating func startOver() {
        catalog = nil
        generation += 1
        do {
            let folder = try Directories.open(making: folder)
            for ending in ["", "-wal", "-shm"] {
                try Self.remove(Array((Self.fileName + ending).utf8), in: folder)
            }
            catalog = try file()
            trouble = nil
        } catch {
            startOverInMemory("\(error)")
        }
    }

    /// Drops the catalog for an empty one in memory, which serves until the next start.
    mutating func startOverInMemory(_ reason: String) {
        catalog = try? Catalog(path: .root, store: uuid)
        trouble = reason
    }

    /// Notes that what scans compare with was rolled back.
    mutating func noteRollBack() {
        generation += 1
    }

    private func file() throws(CatalogError) -> Catalog? {
        try Catalog(path: folder.appending(Array(Self.fileName.utf8)), store: uuid)
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
