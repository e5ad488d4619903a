package import SnapshotModel

extension ObjectFile {
    /// The bytes of a patch at a place that something said it is at.
    package func patch(at place: ObjectPlace) throws(UserError) -> [UInt8] {
        guard place.packed >= 0, place.packed <= 1 << 31 else {
            throw damage("a patch is out of range")
        }
        return try bytes(Int(place.packed), at: place.offset)
    }
}

extension ArchiveReader {
    /// Whether the bytes of a patch are the ones that were written: then only what it changes can be damaged.
    package func holdsIntact(patch place: ObjectPlace) throws(UserError) -> Bool {
        for (index, entry) in entries.enumerated()
        where entry.packed == place.packed && entry.name.starts(with: OwnName.patches) {
            guard try zip.dataOffset(of: index) == place.offset else { continue }
            var decoder = ContentDecoder()
            let digest = try? decoder.decode(index, of: zip) { _ in }
            return digest != nil && digest == entry.digest
        }
        return false
    }
}

/// What a patch makes, when nothing says what it should be.
package enum PatchedContent {
    /// The digest of the content that a patch makes of its base.
    package static func digest(
        of patch: [UInt8], over base: any ContentBytes
    ) throws -> Digest {
        let patch = MemoryBytes(patch)
        let table = try PatchTable(patch)
        let content = try PatchedBytes(table, patch, over: base)
        var hash = SHA256()
        var buffer = [UInt8]()
        var offset: Int64 = 0
        while offset < content.size {
            buffer.removeAll(keepingCapacity: true)
            let count = Int(min(1 << 20, content.size - offset))
            try content.read(count, at: offset, into: &buffer)
            hash.update(buffer.span)
            offset += Int64(count)
        }
        return hash.next()
    }
}
