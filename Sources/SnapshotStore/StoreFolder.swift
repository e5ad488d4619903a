internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotModel

/// The steps of opening a store's directory, each of which may refuse.
enum StoreFolder {
    private static let identityLimit = 1 << 20

    /// Opens the directory; where none is and none was, makes it.
    static func open(
        _ path: BytePath, _ settings: StoreSettings
    ) throws(UserError) -> FileDescriptor {
        do throws(SystemError) {
            return try FileDescriptor.open(path, [.directory])
        } catch {
            switch error.errno {
            case .noEntry: break
            case .notDirectory:
                throw StoreProblem.notAStore(path, why: "it is not a directory")
            default: throw StoreProblem.system(error, store: path)
            }
        }
        try checkNotSeen(path, settings)
        do throws(SystemError) {
            return try Directories.open(making: path)
        } catch {
            // It may be one above that could not be made.
            throw StoreProblem.system(
                SystemError(error.operation, path: path, errno: error.errno), store: path)
        }
    }

    /// Refuses an empty directory where a store was seen: it is the mount point of the store's disk, whoever may look into it.
    static func checkPresent(
        _ directory: borrowing FileDescriptor, _ path: BytePath, _ settings: StoreSettings
    ) throws(UserError) {
        for name in [StoreFileName.identity, StoreFileName.identityCopy] {
            do throws(SystemError) {
                _ = try directory.status(of: name)
                return
            } catch {
                guard error.errno == .noEntry else { return }
            }
        }
        if !settings.startsNewStore { try checkNotSeen(path, settings) }
    }

    /// Refuses a directory that others may look into, that somebody else owns, or that cannot be written.
    static func check(
        _ directory: borrowing FileDescriptor, at path: BytePath
    ) throws(UserError) {
        let (status, isReadOnly) = try StoreProblem.translating(path) { () throws(SystemError) in
            (try directory.status(), try directory.fileSystem().readOnly)
        }
        guard !isReadOnly else { throw StoreProblem.readOnly(path) }
        guard status.uid == SystemIdentity.effectiveUserID else {
            throw StoreProblem.owned(path, by: status.uid)
        }
        guard status.mode & 0o077 == 0 else { throw StoreProblem.open(path, mode: status.mode) }
    }

    /// Reads `store.json`, `nil` if there is none; a damaged one is made up for by its copy.
    static func readIdentity(
        in directory: borrowing FileDescriptor, at path: BytePath
    ) throws(UserError) -> StoreIdentity? {
        let text: [UInt8]
        do throws(SystemError) {
            text = try directory.open(StoreFileName.identity, [.readOnly, .noFollow])
                .readAll(atMost: identityLimit)
        } catch {
            guard error.errno == .noEntry else { throw StoreProblem.system(error, store: path) }
            return lonelyCopy(in: directory, at: path)
        }
        let format = (try? StoreJSON.decode(FormatText.self, from: text).format) ?? 0
        let isNewer = format > StoreIdentity.newestFormat
        if !isNewer, let identity = decodeIdentity(text) { return identity }
        if isNewer, !SealedJSON.isSealed(text) { throw StoreProblem.newer(path, format: format) }
        // What a flipped bit says of the format counts only where nothing says otherwise.
        let copy = try? directory.open(StoreFileName.identityCopy, [.readOnly, .noFollow])
            .readAll(atMost: identityLimit)
        if !SealedJSON.isWhole(text), let copy, let identity = decodeIdentity(copy) {
            return identity
        }
        throw isNewer
            ? StoreProblem.newer(path, format: format)
            : StoreProblem.notAStore(path, why: "store.json cannot be read")
    }

    /// What the copy of a missing `store.json` says, if the store has a zip that says the same.
    ///
    /// Without any zip nothing is lost by making the store anew, as after a creation that was cut short.
    private static func lonelyCopy(
        in directory: borrowing FileDescriptor, at path: BytePath
    ) -> StoreIdentity? {
        guard
            let text = try? directory.open(StoreFileName.identityCopy, [.readOnly, .noFollow])
                .readAll(atMost: identityLimit),
            SealedJSON.isSealed(text), let identity = decodeIdentity(text),
            identity.format <= StoreIdentity.newestFormat
        else { return nil }
        for place in ZipPlace.allCases {
            let folder: FileDescriptor?
            if place == .main {
                folder = try? directory.duplicate()
            } else {
                folder = (try? openFolderIfThere(place, in: directory)) ?? nil
            }
            guard let folder else { continue }
            var names = [[UInt8]]()
            try? folder.names { name, _ in
                if SnapshotFileName(name) != nil { names.append(name) }
            }
            for name in names {
                guard let file = try? folder.open(name, [.readOnly, .noFollow, .nonBlocking]),
                    let reader = try? ArchiveReader.open(file, path: path.appending(name))
                else { continue }
                if reader.record.store == identity.uuid { return identity }
            }
        }
        return nil
    }

    /// What `write` wrote, or a program of before there were checksums; `nil` for anything else.
    static func decodeIdentity(_ text: [UInt8]) -> StoreIdentity? {
        if SealedJSON.isSealed(text) {
            guard SealedJSON.isWhole(text) else { return nil }
            return SealedJSON.decode(StoreIdentity.self, from: text)
        }
        return try? StoreJSON.decode(StoreIdentity.self, from: text)
    }

    /// Refuses to make a store where one was seen before, or among somebody's files.
    static func checkUnused(
        _ directory: borrowing FileDescriptor, _ path: BytePath, _ settings: StoreSettings
    ) throws(UserError) {
        try checkNotSeen(path, settings)
        var zips = 0
        var others = 0
        do {
            try directory.names { name, _ in
                if StoreFileName.isZip(name) { zips += 1 }
                let isOurs =
                    StoreFileName.skeleton.contains(name) || StoreFileName.isTemporary(name)
                if !isOurs { others += 1 }
            }
        } catch let error as SystemError {
            throw StoreProblem.system(error, store: path)
        } catch {
            throw StoreProblem.notAStore(path, why: "it cannot be listed")
        }
        guard others == 0 else {
            throw StoreProblem.notAStore(path, why: missing(zips: zips))
        }
    }

    /// What a directory without `store.json` lacks, in words.
    static func missing(zips: Int) -> String {
        zips == 0 ? "no store.json" : "no store.json; \(zips) zip\(zips == 1 ? "" : "s")"
    }

    private static func checkNotSeen(
        _ path: BytePath, _ settings: StoreSettings
    ) throws(UserError) {
        let seen = StoreMemory.at(path, in: settings.places.state)
        guard !seen.isEmpty else { return }
        guard settings.startsNewStore else {
            throw StoreProblem.absent(path, dataset: settings.dataset)
        }
        for memory in seen {
            do throws(SystemError) {
                try memory.forget(in: settings.places.state)
            } catch {
                throw error.asUserError()
            }
        }
    }

    /// Makes what a new store lacks, or takes over an old one; writes nothing into a store that is as it should be.
    static func settle(
        _ found: StoreIdentity?, in directory: borrowing FileDescriptor, _ path: BytePath,
        _ settings: StoreSettings
    ) throws(UserError) -> StoreIdentity {
        guard var identity = found else {
            return try StoreProblem.translating(path) { () throws(SystemError) in
                try make(in: directory, settings)
            }
        }
        let isForeign =
            !identity.machine.isEmpty && !settings.machine.isEmpty
            && identity.machine != settings.machine
        guard isForeign else { return identity }
        guard settings.takesOver else { throw StoreProblem.foreign(path) }
        identity.machine = settings.machine
        try StoreProblem.translating(path) { () throws(SystemError) in
            try write(identity, in: directory)
        }
        return identity
    }

    /// `store.json` comes last: without it the directory is no store, and the next start makes it anew.
    private static func make(
        in directory: borrowing FileDescriptor, _ settings: StoreSettings
    ) throws(SystemError) -> StoreIdentity {
        try directory.setMode(0o700)
        try AtomicFile.write(
            Array(StoreReadme.text.utf8), as: StoreFileName.readme, in: directory)
        for place in [ZipPlace.base, .expired] { _ = try openFolder(place, in: directory) }
        let identity = StoreIdentity(settings)
        try write(identity, in: directory)
        return identity
    }

    /// Replaces `store.json` and its copy durably.
    static func write(
        _ identity: StoreIdentity, in directory: borrowing FileDescriptor
    ) throws(SystemError) {
        guard let text = SealedJSON.encode(identity) else {
            throw SystemError("write", path: BytePath(StoreFileName.identity), errno: .invalid)
        }
        try AtomicFile.write(text, as: StoreFileName.identity, in: directory)
        try AtomicFile.write(text, as: StoreFileName.identityCopy, in: directory)
    }

    /// Opens `base/` or `expired/`, made where it is missing.
    static func openFolder(
        _ place: ZipPlace, in directory: borrowing FileDescriptor
    ) throws(SystemError) -> FileDescriptor {
        if let folder = try openFolderIfThere(place, in: directory) { return folder }
        try directory.makeDirectory(place.folder, mode: 0o700)
        try directory.synchronize()
        return try directory.open(place.folder, [.directory, .noFollow])
    }

    /// Opens `base/` or `expired/`, `nil` if there is none.
    static func openFolderIfThere(
        _ place: ZipPlace, in directory: borrowing FileDescriptor
    ) throws(SystemError) -> FileDescriptor? {
        do throws(SystemError) {
            return try directory.open(place.folder, [.directory, .noFollow])
        } catch {
            guard error.errno == .noEntry else { throw error }
            return nil
        }
    }

    /// Removes what a crash left half-written.
    static func removeTemporaries(
        in directory: borrowing FileDescriptor
    ) throws(SystemError) {
        var leftovers = [[UInt8]]()
        do {
            try directory.names { name, _ in
                if StoreFileName.isTemporary(name) { leftovers.append(name) }
            }
        } catch let error as SystemError {
            throw error
        } catch {
            throw SystemError("getdents64", errno: .io)
        }
        for name in leftovers { try directory.remove(name) }
    }
}
