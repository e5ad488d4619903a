internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotCatalog
internal import SnapshotModel

/// A damaged zip with all that can be known of what it should hold.
struct DamagedZip {
    /// The zip's name.
    let name: [UInt8]
    /// Where it lies.
    let place: ZipPlace
    /// What the file system said of it when it was opened.
    let status: FileStatus
    /// The zip by its own lists.
    let zip: OpenZip
    /// The zip by what unpacking it finds.
    let salvage: ZipSalvage
    /// What it should hold, as its lists, the catalog and the salvage say; some of it may never have been there.
    private(set) var objects: [Digest: ObjectForm] = [:]
    /// Contents and trees that are whole, by the salvage or at the places that its lists and the catalog know.
    ///
    /// The catalog forgets such places while other zips are mended.
    private(set) var whole: [PlacedObject]
    /// Where patches are that may make a content.
    private(set) var patches: [Digest: ObjectPlace] = [:]
    /// Contents that patches were found to make, though no list says so.
    private(set) var identified: Set<Digest> = []

    /// Opens and unpacks a zip of the store; `nil` if it is gone.
    init?(_ name: [UInt8], of store: Store, progress: JobProgress) throws(UserError) {
        guard let place = store.place(of: name) else { return nil }
        self.name = name
        self.place = place
        do throws(SystemError) {
            guard let opened = try store.pool.open(name) else { return nil }
            zip = opened
            status = try opened.file.status()
        } catch {
            throw error.asUserError()
        }
        let copy: FileDescriptor
        do throws(SystemError) {
            copy = try zip.file.duplicate()
        } catch {
            throw error.asUserError()
        }
        salvage = try ZipSalvage(copy, path: zip.file.path, progress: progress)
        whole = salvage.objects
        // Each source may fail where another does not.
        var listed = try ifReadable { try zip.archive().objects() } ?? []
        for object in (try? store.withCatalog { try $0.objects(in: name) }) ?? [] {
            listed.append(PlacedObject(digest: object.digest, place: object.place))
        }
        for object in listed { note(object.digest, object.place) }
        let contents = try ifReadable { try zip.archive().contents() } ?? [:]
        for digest in contents.keys { note(digest, .entry) }
        for object in salvage.objects { note(object.digest, object.place) }
        var known = Set(whole.map(\.digest))
        for object in listed where !known.contains(object.digest) {
            try progress.checkCancelled()
            let found = FoundObject(zip: zip, place: object.place, isListed: false)
            guard object.place.form != .patch,
                try ifReadable({ try found.read(object.digest) { _ in } }) != nil
            else { continue }
            known.insert(object.digest)
            whole.append(object)
        }
    }

    /// Finds out by applying them which contents patches make that no list names.
    mutating func identifyPatches(with objects: StoreObjects) {
        let known = Set(patches.values.map(\.offset))
        for patch in salvage.patches where !known.contains(patch.place.offset) {
            guard let base = try? objects.contentBytes(of: patch.base),
                let bytes = try? zip.file.patch(at: patch.place),
                let made = try? PatchedContent.digest(of: bytes, over: base)
            else { continue }
            note(made, patch.place)
            identified.insert(made)
        }
    }

    /// The bytes of a patch that are as they were written, `nil` if none are.
    func patch(of content: Digest) -> (bytes: [UInt8], place: ObjectPlace)? {
        guard let place = patches[content], let bytes = try? zip.file.patch(at: place) else {
            return nil
        }
        let isListed = (try? zip.archive().holdsIntact(patch: place)) ?? false
        guard isListed || salvage.patches.contains(where: { $0.place.offset == place.offset })
        else { return nil }
        return (bytes, place)
    }

    private mutating func note(_ digest: Digest, _ place: ObjectPlace) {
        note(digest, place.form)
        if place.form == .patch { patches[digest] = place }
    }

    private mutating func note(_ digest: Digest, _ form: ObjectForm) {
        // A whole content is worth more than a patch.
        if form == .patch, objects[digest] != nil { return }
        objects[digest] = form
    }
}
