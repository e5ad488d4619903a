internal import LinuxSystem
internal import SnapshotModel

/// Begins a snapshot zip with its first entry and ends it with everything that describes the files.
struct ZipEnding: ~Copyable {
    private let job: PackingJob
    private var record: SnapshotRecord
    private let first: ZipEntry
    /// What the zip says of itself if it is no snapshot.
    private let part: CarriedZip?

    /// What tools show of a zip that is not the whole snapshot.
    static let partComment =
        "A part of a snapshot: only what changed. The other zips of its store have the rest."

    /// Writes the first entry, whose content never changes.
    init(_ job: PackingJob, _ record: SnapshotRecord, _ part: CarriedZip? = nil) throws {
        self.job = job
        self.record = record
        self.part = part
        var entry = Self.header(OwnName.readme, record, at: Readme.modified)
        let text = Array((part?.readme ?? Readme.text).utf8)
        entry.plain = Int64(text.count)
        entry.packed = entry.plain
        entry.checksum = CRC32.checksum(of: text.span)
        entry.digest = SHA256.digest(of: text)
        var bytes = [UInt8]()
        entry.appendLocalHeader(to: &bytes)
        bytes.append(contentsOf: text)
        entry.headerOffset = try job.output.append(bytes)
        first = entry
    }

    /// Writes the trees of everything, extents, record and central directory.
    consuming func write(
        _ results: PackingResults,
        complete: (inout SnapshotRecord, PackedItems) throws -> Void
    ) throws -> WrittenSnapshot {
        var items = finalEntries(results)
        var trees = try treeWriter()
        try TreeBuilder.build(job.plan.items, &items, into: &trees)
        fillRecord(items)
        noteProblems(results)
        try complete(&record, PackedItems(entries: items, outcomes: results.outcomes))
        return try finish(items, trees, results)
    }

    /// Writes the trees that `complete` makes, extents, record and central directory.
    consuming func writeChanges(
        _ results: PackingResults,
        complete: (inout SnapshotRecord, PackedItems, inout TreeObjectWriter) throws -> Void
    ) throws -> WrittenSnapshot {
        let items = finalEntries(results)
        var trees = try treeWriter()
        noteProblems(results)
        try complete(
            &record, PackedItems(entries: items, outcomes: results.outcomes), &trees)
        return try finish(items, trees, results)
    }

    private func treeWriter() throws -> TreeObjectWriter {
        let stored = job.plan.stored
        return try TreeObjectWriter(
            Self.header(OwnName.trees, record, at: record.created.seconds), in: job.output,
            isStored: { tree in try stored?.holds(tree) ?? false })
    }

    private consuming func finish(
        _ items: [TreeEntry?], _ trees: consuming TreeObjectWriter, _ results: PackingResults
    ) throws -> WrittenSnapshot {
        let trees = try trees.finish()
        let extentsEntry = try writeExtents(trees.lines, results)
        let recordEntry = try writeRecord()
        try writeDirectory(results, [trees.entry, extentsEntry, recordEntry])
        return WrittenSnapshot(
            record: record, items: items, outcomes: results.outcomes,
            objects: Self.contents(results) + results.patches.map(\.object) + trees.objects,
            size: job.output.size,
            statistics: results.statistics)
    }

    /// Where the contents lie, each once.
    private static func contents(_ results: PackingResults) -> [PlacedObject] {
        var seen: Set<Digest> = []
        return results.entries.compactMap { entry in
            guard let entry, entry.isContent, let digest = entry.digest,
                seen.insert(digest).inserted
            else { return nil }
            return PlacedObject(
                digest: digest,
                place: ObjectPlace(
                    form: .entry, offset: entry.headerOffset, packed: entry.packed,
                    plain: entry.plain, method: entry.method))
        }
    }

    private static func header(
        _ name: [UInt8], _ record: SnapshotRecord, at modified: Int64
    ) -> ZipEntry {
        ZipEntry(
            name: name, kind: .file, permissions: 0o600, uid: record.rootEntry.uid,
            gid: record.rootEntry.gid, modified: modified)
    }

    /// The plan's entries as reading left them.
    private func finalEntries(_ results: PackingResults) -> [TreeEntry?] {
        var items: [TreeEntry?] = job.plan.items.map(\.entry)
        for (index, outcome) in results.outcomes {
            var entry = job.plan.items[index].entry
            switch outcome {
            case .stored(let status, let content), .parted(let status, let content):
                entry = entry.updated(by: status)
                entry.content = content
                entry.missing = outcome.isWhole ? nil : .torn
                entry.condense(by: results.maps[index])
            case .torn(let status, let content):
                entry = entry.updated(by: status)
                if results.maps[index] == nil {
                    let patch = results.patches.first { $0.item == index }
                    entry.size = results.entries[index]?.plain ?? patch?.size ?? entry.size
                }
                entry.content = content
                entry.missing = .torn
                entry.condense(by: results.maps[index])
            case .unreadable, .displaced:
                entry.dropContent()
                entry.missing = .unreadable
            case .vanished:
                items[index] = nil
                continue
            }
            items[index] = entry
        }
        return items
    }

    private func writeExtents(
        _ treeLines: [UInt8], _ results: PackingResults
    ) throws -> ZipEntry {
        var lines = treeLines
        for patch in results.patches { patch.appendLine(to: &lines) }
        for (index, entry) in results.entries.enumerated() {
            guard let entry, let digest = entry.digest, let chunks = results.chunks[index] else {
                continue
            }
            ExtentTable.append(
                chunks: chunks, of: digest, header: entry.headerOffset, to: &lines)
        }
        var entry = try StreamedEntry(
            Self.header(OwnName.extents, record, at: record.created.seconds), in: job.output)
        _ = try entry.add(lines)
        return try entry.finish()
    }

    /// Sets what the files themselves say.
    private mutating func fillRecord(_ items: [TreeEntry?]) {
        if let root = items.first ?? nil { record.rootEntry = root }
        record.rootEntry.name = []
        record.counts.files = items.count { $0 != nil && $0?.kind != .directory }
        record.counts.directories = items.count { $0?.kind == .directory }
        record.counts.bytes = items.reduce(0) { $0 + ($1?.kind == .file ? $1?.size ?? 0 : 0) }
    }

    /// Adds what could not be read, or not at rest.
    private mutating func noteProblems(_ results: PackingResults) {
        for index in results.outcomes.keys.sorted() {
            let path = job.plan.items[index].path
            switch results.outcomes[index] {
            case .torn:
                record.missing.append(
                    MissingItem(path: path, reason: .torn, detail: "changed while it was read"))
            case .parted:
                record.missing.append(
                    MissingItem(
                        path: path, reason: .torn,
                        detail: "changed while the files that belong to it were read"))
            case .unreadable(let errno):
                record.missing.append(
                    MissingItem(path: path, reason: .unreadable, detail: errno.message))
            case .displaced:
                record.missing.append(.displaced(path))
            default: break
            }
        }
        record.missing.sort { $0.path < $1.path }
    }

    private func writeRecord() throws -> ZipEntry {
        var entry = try StreamedEntry(
            Self.header(
                part?.recordName ?? OwnName.record, record, at: record.created.seconds),
            in: job.output)
        _ = try entry.add(part?.record ?? SnapshotRecordJSON.encode(record))
        return try entry.finish()
    }

    private func writeDirectory(_ results: PackingResults, _ last: [ZipEntry]) throws {
        let offset = job.output.size
        var count: Int64 = 0
        var buffer = [UInt8]()
        let patches = results.patches.map(\.entry)
        for entry in [first] + results.entries.compactMap(\.self) + patches + last {
            entry.appendCentralHeader(to: &buffer)
            count += 1
            guard buffer.count >= Segment.fullSize else { continue }
            _ = try job.output.append(buffer)
            buffer.removeAll(keepingCapacity: true)
        }
        _ = try job.output.append(buffer)
        let size = job.output.size - offset
        buffer.removeAll(keepingCapacity: true)
        let comment =
            job.plan.stored == nil ? [] : Array((part?.comment ?? Self.partComment).utf8)
        DirectoryEnd(count: count, offset: offset, size: size)
            .append(to: &buffer, comment: comment)
        _ = try job.output.append(buffer)
        // A large file that changed under the reader may have left bytes behind the end.
        try job.output.descriptor.truncate(to: job.output.size)
    }
}

extension TreeEntry {
    /// Says how the content was read: as the ranges of a map, or as all bytes of the file.
    fileprivate mutating func condense(by map: CondensedMap?) {
        guard let map else { return }
        isCondensed = true
        dataRanges = map.ranges
    }
}
