package import LinuxSystem
package import SnapshotModel

/// Makes one complete zip of a snapshot, wherever what it consists of lies.
///
/// Everything is read and proven before the first byte goes out, so that a failure leaves no half zip. Packed bytes are
/// carried as they lie in entries; what patches make is packed anew.
package final class SnapshotExport {
    private var record: SnapshotRecord
    private let source: any ExportSource
    private let progress: JobProgress
    private var items: [ArchiveItem] = []
    private var contents: [Digest: ExportContent] = [:]
    private var trees: [Digest] = []
    private var seenTrees: Set<Digest> = []

    /// Bytes that are copied at a time.
    private static let piece = 256 << 10

    /// Makes an export of the snapshot with this record.
    package init(
        _ record: SnapshotRecord, from source: any ExportSource, progress: JobProgress
    ) {
        self.record = record
        self.record.layout = .complete
        self.source = source
        self.progress = progress
    }

    /// Goes through the snapshot and proves every content; what cannot be read at a path is left out if `failing` makes
    /// no error of it.
    package func prepare(
        failing: (BytePath, any Error) -> (any Error)?
    ) throws {
        try list(failing)
        var wanted: [Digest: (path: BytePath, size: Int64)] = [:]
        for item in items {
            guard let content = item.entry.content, wanted[content] == nil else { continue }
            wanted[content] = (item.path, item.entry.contentSize)
        }
        progress.begin(
            "reading", files: wanted.count, bytes: wanted.values.reduce(0) { $0 + $1.size })
        for (content, place) in wanted {
            try progress.checkCancelled()
            do {
                contents[content] = try source.exportContent(content)
            } catch {
                if let error = failing(place.path, error) { throw error }
            }
            progress.add(files: 1, bytes: place.size)
        }
    }

    /// Writes the zip and returns its size; `prepare` came before.
    package func write(to sink: @escaping ([UInt8]) throws -> Void) throws -> Int64 {
        let bytes = contents.values.reduce(0) { $0 + $1.packed.packed }
        progress.begin("writing", files: items.count, bytes: bytes)
        let zip = ZipStream(sink)
        try zip.add(own(OwnName.readme, at: Readme.modified), stored: Array(Readme.text.utf8))
        let names = EntryNames(items)
        var lines = [UInt8]()
        for (index, item) in items.enumerated() {
            try progress.checkCancelled()
            guard var header = names.header(of: item.entry, path: item.path, index: index) else {
                continue
            }
            switch header.kind {
            case .directory: try zip.begin(header)
            case .link:
                header.digest = SHA256.digest(of: item.entry.target)
                try zip.add(header, stored: item.entry.target)
            case .file:
                guard let content = item.entry.content, let known = contents[content] else {
                    continue
                }
                try write(content, known, header, to: zip, &lines)
            }
            progress.add(files: 1)
        }
        try writeEnding(lines, to: zip)
        return try zip.finish()
    }

    private func list(_ failing: (BytePath, any Error) -> (any Error)?) throws {
        items = [
            ArchiveItem(entry: record.rootEntry, path: .root, parent: 0, source: .metadata)
        ]
        var waiting = record.rootTree.map { [($0, BytePath.root)] } ?? []
        while let (tree, path) = waiting.popLast() {
            // Depth first: what was put on last comes out first, so the list is put in order afterwards.
            let lines: [TreeLine]
            do {
                lines = try TreeReading.lines(of: tree) { part throws(UserError) in
                    try self.source.treeObject(part)
                }
            } catch {
                if let error = failing(path, error) { throw error }
                continue
            }
            if seenTrees.insert(tree).inserted { trees.append(tree) }
            for line in lines {
                switch line {
                case .part(let part): waiting.append((part.tree, path))
                case .entry(let entry):
                    let child = ArchiveItem(
                        entry: entry, path: path.appending(entry.name), parent: 0,
                        source: .metadata)
                    if let tree = entry.tree { waiting.append((tree, child.path)) }
                    items.append(child)
                }
            }
        }
        items.sort { $0.path.comesBefore($1.path) }
    }

    private func write(
        _ content: Digest, _ known: ExportContent, _ plainHeader: ZipEntry, to zip: ZipStream,
        _ lines: inout [UInt8]
    ) throws {
        var header = plainHeader
        header.describe(known.packed, content)
        let start = try zip.begin(header)
        switch known.source {
        case .carried(let file, let data):
            var done: Int64 = 0
            while done < known.packed.packed {
                try progress.checkCancelled()
                let count = Int(min(Int64(Self.piece), known.packed.packed - done))
                let bytes = try file.bytes(count, at: data + done)
                try zip.write(bytes.span)
                done += Int64(count)
                progress.add(bytes: Int64(count))
            }
        case .made where known.packed.method == .stored:
            try source.readContent(content) { try zip.write($0) }
        case .made:
            let packer = PiecePacker { try zip.write($0.span) }
            try source.readContent(content) { part in
                try self.progress.checkCancelled()
                try packer.add(part)
            }
            _ = try packer.finish()
        }
        ExtentTable.append(chunks: known.packed.chunks, of: content, header: start, to: &lines)
    }

    /// Writes trees, extents and the record.
    private func writeEnding(_ chunkLines: [UInt8], to zip: ZipStream) throws {
        var packed = [UInt8]()
        var extents: [(tree: Digest, extent: Extent)] = []
        var header = own(OwnName.trees, at: record.created.seconds)
        var checksum = CRC32()
        var hash = SHA256()
        var deflater = Deflater()
        for tree in trees {
            let text = try source.treeObject(tree)
            let offset = packed.count
            deflater.deflate(text.span, ending: .piece, isListing: true, into: &packed)
            checksum.update(text.span)
            hash.update(text.span)
            header.plain += Int64(text.count)
            extents.append(
                (
                    tree,
                    Extent(
                        offset: Int64(offset), packed: Int64(packed.count - offset),
                        plain: Int64(text.count))
                ))
        }
        Deflater.appendStreamEnd(to: &packed)
        header.method = .deflated
        header.packed = Int64(packed.count)
        header.checksum = checksum.value
        header.digest = hash.next()
        let start = try zip.begin(header)
        try zip.write(packed.span)
        var lines = [UInt8]()
        for (tree, extent) in extents {
            ExtentTable.append("tree", tree, header: start, extent, to: &lines)
        }
        try add(OwnName.extents, lines + chunkLines, to: zip)
        try add(OwnName.record, SnapshotRecordJSON.encode(record), to: zip)
    }

    /// Writes one of the zip's own entries, deflated.
    private func add(_ name: [UInt8], _ bytes: [UInt8], to zip: ZipStream) throws {
        var header = own(name, at: record.created.seconds)
        var packed = [UInt8]()
        var deflater = Deflater()
        deflater.deflate(bytes.span, ending: .piece, into: &packed)
        Deflater.appendStreamEnd(to: &packed)
        header.method = .deflated
        header.packed = Int64(packed.count)
        header.plain = Int64(bytes.count)
        header.checksum = CRC32.checksum(of: bytes.span)
        header.digest = SHA256.digest(of: bytes)
        try zip.begin(header)
        try zip.write(packed.span)
    }

    private func own(_ name: [UInt8], at modified: Int64) -> ZipEntry {
        var header = ZipEntry(
            name: name, kind: .file, permissions: 0o600, uid: record.rootEntry.uid,
            gid: record.rootEntry.gid, modified: modified)
        // As in every zip of ours: these may turn out large.
        header.isWide = name != OwnName.readme
        return header
    }
}
