internal import SnapshotModel

/// A patch that is in the zip.
struct WrittenPatch: Sendable {
    /// The item whose content it makes.
    var item: Int
    /// The content that it makes.
    var content: Digest
    /// Bytes of that content.
    var size: Int64
    /// The content that it changes.
    var base: Digest
    /// The entry that holds it.
    var entry: ZipEntry

    /// Where it lies.
    var object: PlacedObject {
        PlacedObject(
            digest: content,
            place: ObjectPlace(
                form: .patch, offset: entry.headerOffset + Int64(entry.localHeaderCount),
                packed: entry.packed, plain: size, method: .stored, base: base))
    }

    /// Appends its line to the table of extents.
    func appendLine(to text: inout [UInt8]) {
        ExtentTable.append(
            "patch", content, header: entry.headerOffset,
            Extent(offset: 0, packed: entry.packed, plain: size), base: base, to: &text)
    }
}
