internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotModel
internal import Synchronization

/// The zips of a store that were read last, held open, so that an object takes one read and no search.
final class ZipPool: Sendable {
    /// The store's directories.
    let directory: StoreDirectory
    /// Told of what cannot be read as it should.
    let damage = DamageWatch()
    private let state = Mutex(State())

    struct State {
        var zips: [[UInt8]: (zip: OpenZip, used: Int)] = [:]
        var clock = 0
    }

    /// As many stay open: far below the usual limit of 1,024 descriptors.
    private static let limit = 48

    init(_ directory: StoreDirectory) {
        self.directory = directory
    }

    /// The zip of a name, wherever it lies now; `nil` if it is gone from the store.
    func zip(named name: [UInt8]) throws(UserError) -> OpenZip? {
        if let known = state.withLock({ $0.use(name) }) { return known }
        let found: OpenZip?
        do throws(SystemError) {
            found = try open(name)
        } catch {
            throw SystemError(
                error.operation, path: directory.path(of: name, in: .main), errno: error.errno
            ).asUserError()
        }
        guard let opened = found else { return nil }
        return state.withLock { state in
            // Another thread may have been faster; one of both goes.
            if let known = state.use(name) { return known }
            state.keep(opened, limit: Self.limit)
            return opened
        }
    }

    /// Lets go of a zip that is another one now, or gone.
    func drop(_ name: [UInt8]) {
        state.withLock { $0.zips[name] = nil }
    }

    /// Lets go of all zips.
    func dropAll() {
        state.withLock { $0.zips = [:] }
    }

    /// Lets go of the zips that were removed, which would take space on the disk as long as they are open.
    func dropRemoved() {
        state.withLock { state in state.zips = state.zips.filter { !$0.value.zip.isRemoved } }
    }

    /// The names of all zips that may hold objects, newest first, and those that may go at any time last.
    func names() throws(UserError) -> [[UInt8]] {
        var found = [[UInt8]]()
        var seen: Set<[UInt8]> = []
        do throws(SystemError) {
            for place in directory.places {
                let names = try directory.names(in: place).filter { Self.mayHoldObjects($0) }
                let sorted = names.sorted { Self.isNewer($0, than: $1) }
                // A zip that moves while the directories are listed may be seen twice.
                for name in sorted where seen.insert(name).inserted { found.append(name) }
            }
        } catch {
            throw StoreProblem.system(error, store: directory.path)
        }
        return found
    }

    private static func mayHoldObjects(_ name: [UInt8]) -> Bool {
        SnapshotFileName(name) != nil || ContentFileName(name) != nil
    }

    private static func isNewer(_ left: [UInt8], than right: [UInt8]) -> Bool {
        let numbers = (SnapshotFileName(left)?.number ?? 0, SnapshotFileName(right)?.number ?? 0)
        return numbers.0 == numbers.1
            ? right.lexicographicallyPrecedes(left) : numbers.0 > numbers.1
    }

    /// Opens a zip anew, `nil` if it is in none of the directories.
    ///
    /// Where descriptors are short, those of the zips that were read last are given up for it.
    func open(_ name: [UInt8]) throws(SystemError) -> OpenZip? {
        do throws(SystemError) {
            return try find(name)
        } catch {
            guard error.errno == .tooManyFiles || error.errno == .tooManyFilesInSystem else {
                throw error
            }
            dropAll()
            return try find(name)
        }
    }

    /// They are looked into twice: a zip may move from one that is still to be looked into.
    private func find(_ name: [UInt8]) throws(SystemError) -> OpenZip? {
        let places = directory.places
        for place in places + places {
            do throws(SystemError) {
                let file = try directory.open(name, in: place)
                let path = directory.path(of: name, in: place)
                return OpenZip(name: name, file: ObjectFile(file, path: path))
            } catch {
                guard error.errno == .noEntry else { throw error }
            }
        }
        return nil
    }
}

extension ZipPool.State {
    mutating func use(_ name: [UInt8]) -> OpenZip? {
        guard let known = zips[name] else { return nil }
        clock += 1
        zips[name]?.used = clock
        return known.zip
    }

    mutating func keep(_ zip: OpenZip, limit: Int) {
        if zips.count >= limit, let oldest = zips.min(by: { $0.value.used < $1.value.used }) {
            zips[oldest.key] = nil
        }
        clock += 1
        zips[zip.name] = (zip, clock)
    }
}
