package import LinuxSystem
package import SnapshotModel

/// Writes a zip of objects that other zips hold, each unpacked from the new zip and compared with its digest.
///
/// Contents and patches come first, trees last.
package struct ContentZipWriter: ~Copyable {
    let output: OutputFile
    let file: ObjectFile
    let about: CarriedZip
    var entries: [ZipEntry]
    var lines: [UInt8] = []
    var decoder = ContentDecoder()
    var patchCount = 0
    /// Under which name and with which attributes a content is to be in the zip; the others are named by their digests.
    package var headers: [Digest: ZipEntry] = [:]
    private var trees: TreeObjectWriter?

    /// Begins a zip in an empty file; `path` is what messages call it.
    package init(
        _ about: CarriedZip, into descriptor: borrowing FileDescriptor, path: BytePath
    ) throws {
        let output = OutputFile(try descriptor.duplicate())
        let reading = try descriptor.duplicate()
        entries = [try Self.writeReadme(about.readme, to: output)]
        self.output = output
        file = ObjectFile(reading, path: path)
        self.about = about
    }

    /// Bytes so far.
    package var size: Int64 { output.size }

    /// Entries so far.
    package var count: Int { entries.count }

    /// Adds a tree object.
    package mutating func add(tree text: [UInt8], of digest: Digest) throws {
        if trees == nil {
            trees = try TreeObjectWriter(header(OwnName.trees), in: output)
        }
        guard try trees?.add(text) == digest else {
            throw UserError(
                .damaged, "the tree \(digest.hexadecimal) differs from its hash",
                remedy: "snapctl verify")
        }
    }

    /// Ends the zip; nothing of it is on the disk until it is published.
    package consuming func finish() throws {
        var last = [ZipEntry]()
        if let ended = try trees.take()?.finish() {
            last.append(ended.entry)
            lines += ended.lines
        }
        last.append(try streamed(OwnName.extents, lines))
        last.append(try streamed(about.recordName, about.record))
        let offset = output.size
        var bytes = [UInt8]()
        for entry in entries + last { entry.appendCentralHeader(to: &bytes) }
        _ = try output.append(bytes)
        let size = output.size - offset
        bytes.removeAll()
        DirectoryEnd(count: Int64(entries.count + last.count), offset: offset, size: size)
            .append(to: &bytes, comment: Array(about.comment.utf8))
        _ = try output.append(bytes)
        try output.descriptor.truncate(to: output.size)
    }

    /// The header of one of the zip's entries.
    func header(_ name: [UInt8], modified: Int64? = nil) -> ZipEntry {
        ZipEntry(
            name: name, kind: .file, permissions: 0o600, modified: modified ?? about.created)
    }

    private static func writeReadme(
        _ readme: String, to output: OutputFile
    ) throws -> ZipEntry {
        var entry = ZipEntry(
            name: OwnName.readme, kind: .file, permissions: 0o600, modified: Readme.modified)
        let text = Array(readme.utf8)
        entry.plain = Int64(text.count)
        entry.packed = entry.plain
        entry.checksum = CRC32.checksum(of: text.span)
        entry.digest = SHA256.digest(of: text)
        var bytes = [UInt8]()
        entry.appendLocalHeader(to: &bytes)
        bytes += text
        entry.headerOffset = try output.append(bytes)
        return entry
    }

    private func streamed(_ name: [UInt8], _ text: [UInt8]) throws -> ZipEntry {
        var entry = try StreamedEntry(header(name), in: output)
        _ = try entry.add(text)
        return try entry.finish()
    }
}
