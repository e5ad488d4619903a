internal import LinuxSystem
internal import SnapshotModel
internal import Synchronization

/// A store's directory with its `base/` and `expired/`, held open: the store stays this one, whatever is mounted over
/// its path.
///
/// The owner makes `base/` and `expired/` anew where somebody removed them.
final class StoreDirectory: Sendable {
    let path: BytePath
    let main: FileDescriptor
    private let isOwner: Bool
    private let folders: Mutex<[ZipPlace: Folder]>

    /// A directory that is held open for as long as anybody uses it, whatever takes its place meanwhile.
    private final class Folder: Sendable {
        let descriptor: FileDescriptor

        init(_ descriptor: consuming FileDescriptor) {
            self.descriptor = descriptor
        }
    }

    /// Opens the places of a store to look only: those that are missing are empty.
    init(path: BytePath, reading main: consuming FileDescriptor) throws(SystemError) {
        var folders: [ZipPlace: Folder] = [:]
        for place in [ZipPlace.base, .expired] {
            if let folder = try StoreFolder.openFolderIfThere(place, in: main) {
                folders[place] = Folder(folder)
            }
        }
        self.folders = Mutex(folders)
        isOwner = false
        self.path = path
        self.main = main
    }

    /// Opens the places of a store for its owner, made where they are missing, and clears away what a crash left.
    init(path: BytePath, owning main: consuming FileDescriptor) throws(SystemError) {
        try StoreFolder.removeTemporaries(in: main)
        var folders: [ZipPlace: Folder] = [:]
        for place in [ZipPlace.base, .expired] {
            let folder = try StoreFolder.openFolder(place, in: main)
            try StoreFolder.removeTemporaries(in: folder)
            folders[place] = Folder(folder)
        }
        self.folders = Mutex(folders)
        isOwner = true
        self.path = path
        self.main = main
    }

    /// Opens what is `base/` and `expired/` now, made anew where somebody removed them; whoever only looks does not.
    ///
    /// - Throws: ENOENT for the store's path if the whole store was removed.
    func renew() throws(SystemError) {
        guard isOwner else { return }
        for place in [ZipPlace.base, .expired] {
            let there = try statusIfThere(of: place.folder)
            let held = try folder(place)?.descriptor.status().identity
            if let there, there.kind == .directory, there.identity == held { continue }
            guard try main.status().linkCount > 0 else {
                throw SystemError("openat", path: path, errno: .noEntry)
            }
            do throws(SystemError) {
                let folder = Folder(try StoreFolder.openFolder(place, in: main))
                folders.withLock { $0[place] = folder }
            } catch {
                throw SystemError(
                    error.operation, path: path.appending(place.folder), errno: error.errno)
            }
        }
    }

    private func statusIfThere(of name: [UInt8]) throws(SystemError) -> FileStatus? {
        do throws(SystemError) {
            return try main.status(of: name)
        } catch {
            guard error.errno == .noEntry else { throw error }
            return nil
        }
    }

    private func folder(_ place: ZipPlace) -> Folder? { folders.withLock { $0[place] } }

    /// The places that there are; a store that is only read may lack all but its own directory.
    var places: [ZipPlace] { ZipPlace.allCases.filter(has) }

    private func has(_ place: ZipPlace) -> Bool {
        (try? with(place) { _ in }) != nil
    }

    /// Calls `body` with the directory of a place.
    func with<Result: ~Copyable>(
        _ place: ZipPlace, _ body: (borrowing FileDescriptor) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        if place == .main { return try body(main) }
        guard let folder = folder(place) else {
            throw SystemError("openat", path: path.appending(place.folder), errno: .noEntry)
        }
        return try body(folder.descriptor)
    }

    /// The names in a place; half a listing is never returned.
    func names(in place: ZipPlace) throws(SystemError) -> [[UInt8]] {
        try with(place) { folder throws(SystemError) in
            var found = [[UInt8]]()
            do {
                try folder.names { name, _ in found.append(name) }
            } catch {
                let known = error as? SystemError
                throw SystemError(
                    known?.operation ?? "getdents64",
                    path: place == .main ? path : path.appending(place.folder),
                    errno: known?.errno ?? .io)
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
