internal import LinuxSystem
internal import SnapshotModel

/// A store's directory with its `base/` and `expired/`, held open: the store stays this one, whatever is mounted over
/// its path.
final class StoreDirectory: Sendable {
    let path: BytePath
    let main: FileDescriptor
    private let base: FileDescriptor?
    private let expired: FileDescriptor?

    /// Opens the places of a store to look only: those that are missing are empty.
    init(path: BytePath, reading main: consuming FileDescriptor) throws(SystemError) {
        base = try StoreFolder.openFolderIfThere(.base, in: main)
        expired = try StoreFolder.openFolderIfThere(.expired, in: main)
        self.path = path
        self.main = main
    }

    /// Opens the places of a store for its owner, made where they are missing, and clears away what a crash left.
    init(path: BytePath, owning main: consuming FileDescriptor) throws(SystemError) {
        try StoreFolder.removeTemporaries(in: main)
        let base = try StoreFolder.openFolder(.base, in: main)
        try StoreFolder.removeTemporaries(in: base)
        let expired = try StoreFolder.openFolder(.expired, in: main)
        try StoreFolder.removeTemporaries(in: expired)
        self.path = path
        self.main = main
        self.base = consume base
        self.expired = consume expired
    }

    /// The places that there are; a store that is only read may lack all but its own directory.
    var places: [ZipPlace] { ZipPlace.allCases.filter(has) }

    private func has(_ place: ZipPlace) -> Bool {
        (try? with(place) { _ in }) != nil
    }

    /// Calls `body` with the directory of a place.
    func with<Result: ~Copyable>(
        _ place: ZipPlace, _ body: (borrowing FileDescriptor) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        switch place {
        case .main: try body(main)
        case .base: try Self.with(base, place, body)
        case .expired: try Self.with(expired, place, body)
        }
    }

    private static func with<Result: ~Copyable>(
        _ folder: borrowing FileDescriptor?, _ place: ZipPlace,
        _ body: (borrowing FileDescriptor) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        switch folder {
        case .some(let folder): return try body(folder)
        case .none: throw SystemError("openat", path: BytePath(place.folder), errno: .noEntry)
        }
    }

    /// The names in a place; half a listing is never returned.
    func names(in place: ZipPlace) throws(SystemError) -> [[UInt8]] {
        try with(place) { folder throws(SystemError) in
            var found = [[UInt8]]()
            do {
                try folder.names { name, _ in found.append(name) }
            } catch let error as SystemError {
                throw error
            } catch {
                throw SystemError("getdents64", path: path, errno: .io)
            }
            return found
        }
    }

    /// What the file system says of a name, `nil` if there is none.
    func status(
        of name: [UInt8], in place: ZipPlace
    ) throws(SystemError) -> FileStatus? {
        do throws(SystemError) {
            return try with(place) { folder throws(SystemError) in try folder.status(of: name) }
        } catch {
            guard error.errno == .noEntry else { throw error }
            return nil
        }
    }

    /// Opens a zip to read it.
    func open(
        _ name: [UInt8], in place: ZipPlace
    ) throws(SystemError) -> FileDescriptor {
        try with(place) { folder throws(SystemError) in
            try folder.open(name, [.readOnly, .noFollow, .nonBlocking])
        }
    }

    /// Moves a zip durably, never over another; returns what the file system says of it then.
    func move(
        _ name: [UInt8], from source: ZipPlace, to target: ZipPlace
    ) throws(SystemError) -> FileStatus {
        try with(source) { from throws(SystemError) in
            try with(target) { to throws(SystemError) in
                try from.rename(name, to: to, name, replacing: false)
                try to.synchronize()
                try from.synchronize()
                return try to.status(of: name)
            }
        }
    }

    /// Removes a zip durably; one that is gone already is as good.
    func remove(_ name: [UInt8], from place: ZipPlace) throws(SystemError) {
        try with(place) { folder throws(SystemError) in
            do throws(SystemError) {
                try folder.remove(name)
            } catch {
                guard error.errno == .noEntry else { throw error }
            }
            try folder.synchronize()
        }
    }

    /// The path of a file, for messages.
    func path(of name: [UInt8], in place: ZipPlace) -> BytePath {
        (place == .main ? path : path.appending(place.folder)).appending(name)
    }
}

extension ZipPlace {
    /// The name of its directory in the store; the store's own has none.
    var folder: [UInt8] {
        switch self {
        case .main: []
        case .base: StoreFileName.base
        case .expired: StoreFileName.expired
        }
    }
}
