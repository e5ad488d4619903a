package import SnapshotModel
internal import Synchronization

extension ArchiveReader {
    /// Everything the zip holds that snapshots can need, with its place: contents, trees and patches.
    ///
    /// Of equal contents the first entry counts. Pieces that the table of extents puts outside of their entry are
    /// left out.
    package func objects() throws(UserError) -> [PlacedObject] {
        var found = [PlacedObject]()
        for (digest, entry) in try contents() {
            found.append(PlacedObject(digest: digest, place: ObjectPlace(entry)))
        }
        let table = try extents()
        if let index = zip.directory.byName[OwnName.trees], !table.trees.isEmpty {
            let start = try zip.dataOffset(of: index)
            for (digest, extent) in table.trees where zip.directory.entries[index].holds(extent) {
                found.append(
                    PlacedObject(
                        digest: digest, place: ObjectPlace(.tree, extent, start: start)))
            }
        }
        if !table.patches.isEmpty { found += try patches(table) }
        return found
    }

    /// The same from a zip that is able to tell: `damaged` for one whose own table cannot be read, since nobody knows
    /// then what its patches change.
    package func allObjects() throws(UserError) -> [PlacedObject] {
        let found = try objects()
        guard !lazyTables.withLock({ $0.isMadeUp }) else {
            throw zip.damage("\(displayName(OwnName.extents)) cannot be read")
        }
        return found
    }

    /// Where the zip has a content, a tree or what makes a content, `nil` if it does not.
    package func place(of object: Digest) throws(UserError) -> ObjectPlace? {
        if let index = try index(of: object) { return ObjectPlace(zip.directory.entries[index]) }
        let table = try extents()
        if let extent = table.trees[object], let index = zip.directory.byName[OwnName.trees],
            zip.directory.entries[index].holds(extent)
        {
            return ObjectPlace(.tree, extent, start: try zip.dataOffset(of: index))
        }
        guard table.patches[object] != nil else { return nil }
        return try patches(table).first { $0.digest == object }?.place
    }

    private func patches(_ table: ExtentTable) throws(UserError) -> [PlacedObject] {
        var indices = [Int64: Int]()
        for (index, entry) in zip.directory.entries.enumerated()
        where entry.name.starts(with: OwnName.patches) {
            indices[entry.headerOffset] = index
        }
        var found = [PlacedObject]()
        for (digest, patch) in table.patches {
            guard let index = indices[patch.header],
                zip.directory.entries[index].method == .stored,
                zip.directory.entries[index].holds(patch.extent)
            else { continue }
            let start = try zip.dataOffset(of: index)
            found.append(
                PlacedObject(
                    digest: digest,
                    place: ObjectPlace(.patch, patch.extent, start: start, base: patch.base)))
        }
        return found
    }
}

extension ZipEntry {
    /// Whether an extent lies within the entry's data.
    fileprivate func holds(_ extent: Extent) -> Bool {
        extent.packed <= packed && extent.offset <= packed - extent.packed
    }
}

extension ObjectPlace {
    /// The place of an entry that is the object.
    fileprivate init(_ entry: ZipEntry) {
        self.init(
            form: .entry, offset: entry.headerOffset, packed: entry.packed, plain: entry.plain,
            method: entry.method)
    }

    /// The place of a piece of an entry whose data begins at `start`.
    fileprivate init(_ form: ObjectForm, _ extent: Extent, start: Int64, base: Digest? = nil) {
        self.init(
            form: form, offset: start + extent.offset, packed: extent.packed,
            plain: extent.plain, method: form == .tree ? .deflated : .stored, base: base)
    }
}
