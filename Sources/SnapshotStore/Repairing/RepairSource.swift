internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotModel

/// Where a repair takes objects from: any good copy in the store, and what was found in damaged zips by unpacking them.
final class RepairSource: ExportSource {
    private let objects: StoreObjects
    private let salvaged: [Digest: Salvaged]
    /// Listings that were made anew from the catalog.
    private let made: [Digest: [UInt8]]
    /// Contents that patches in damaged zips make, each of which was applied.
    private let patched: Set<Digest>

    /// An object of a damaged zip that no list names, or not rightly.
    struct Salvaged: Sendable {
        let file: ObjectFile
        let place: ObjectPlace
    }

    init(
        _ objects: StoreObjects, _ salvaged: [Digest: Salvaged], made: [Digest: [UInt8]] = [:],
        patched: Set<Digest> = []
    ) {
        self.patched = patched
        self.objects = objects
        self.salvaged = salvaged
        self.made = made
    }

    func treeObject(_ tree: Digest) throws(UserError) -> [UInt8] {
        if let text = made[tree] { return text }
        do throws(UserError) {
            return try objects.treeObject(tree)
        } catch {
            guard let found = salvaged[tree], found.place.form == .tree else { throw error }
            return try found.file.treeObject(tree, at: found.place)
        }
    }

    func readContent(_ content: Digest, _ body: (Span<UInt8>) throws -> Void) throws {
        guard let found = salvaged[content], found.place.form == .entry else {
            return try objects.readContent(content, body)
        }
        var decoder = ContentDecoder()
        try found.file.readContent(content, at: found.place, using: &decoder, body)
    }

    func exportContent(_ content: Digest) throws -> ExportContent {
        let known: ExportContent
        do {
            known = try objects.exportContent(content)
        } catch {
            guard let found = salvaged[content], found.place.form == .entry else { throw error }
            var decoder = ContentDecoder()
            known = try ExportContent.carrying(
                content, from: found.file, at: found.place, chunks: [], using: &decoder)
        }
        guard known.lacksChunks else { return known }
        // Only in pieces can it be read at any place, which patches over it need.
        return try ExportContent.packing { try self.readContent(content, $0) }
    }

    /// Whether an object can be had whole.
    func canRead(_ object: Digest, isListing: Bool) throws(UserError) -> Bool {
        if !isListing, patched.contains(object) { return true }
        if isListing { return try ifReadable { try treeObject(object) } != nil }
        if try ifReadable({ try readContent(object) { _ in } }) != nil { return true }
        // What reads in order gives up when a copy fails after its first bytes went out; this tries all copies.
        return try ifReadable { try exportContent(object) } != nil
    }
}
