internal import LinuxSystem
internal import SnapshotModel

/// Packs large files one after the other, each with all threads, while nobody else writes to the zip.
struct LargeFilePacker: ~Copyable {
    let job: PackingJob
    var packer: FilePacker
    private var known: KnownLargeContents

    init(_ job: PackingJob, isGrouped: Bool = false) {
        self.job = job
        packer = FilePacker(job, isGrouped: isGrouped)
        known = KnownLargeContents(job.plan)
    }

    /// Reports everything.
    consuming func finish() throws {
        try packer.finish()
    }

    /// Packs one file; `isLast` says that a file which changes meanwhile is taken as it is.
    mutating func pack(_ index: Int, isLast: Bool = false) throws {
        let item = job.plan.items[index]
        let opened = Result { () throws(SystemError) in
            try StableFile.open(job.livePath(of: index), beneath: job.root)
        }
        switch consume opened {
        case .success(let file): try pack(file, item, index, isLast: isLast)
        case .failure(let error):
            let outcome = job.outcome(of: error, reading: item.path)
            if outcome.isAbsence, !isLast { return packer.found.changing.append(index) }
            note(index, outcome)
        }
    }

    private mutating func pack(
        _ file: consuming StableFile, _ item: ArchiveItem, _ index: Int, isLast: Bool
    ) throws {
        if !packer.isGrouped, FileGroup.isDatabase(file.descriptor) {
            return packer.found.databases.append(index)
        }
        let shared = SharedFile(
            try file.descriptor.duplicate(), file.status, mostHoles: job.plan.mostHoles)
        var entry = item.entry.updated(by: file.status)
        entry.isCondensed = shared.condensed != nil
        guard let header = job.names.header(of: entry, path: item.path, index: index) else {
            return
        }
        packer.found.statistics.filesRead += 1
        if let content = try knownContent(of: shared, header.name) {
            if isStable(file, shared) {
                known.learn(content, shared)
                note(index, shared, content, isStable: true)
                if job.plan.stored != nil { return }
                let waiting = WaitingFile(item: index, header: header, content: content)
                return try packer.pack(waiting)
            }
            if !isLast { return packer.found.changing.append(index) }
            let (start, line) = try pack(shared, header)
            return try conclude(line, header, start, shared, index, isStable: false, isLast: true)
        }
        switch try makePatch(of: shared, item, index) {
        case .done(let content, let patch, let signatures):
            let isStable = isStable(file, shared)
            return try conclude(
                content, patch, signatures, shared, index, isStable: isStable, isLast: isLast)
        case .failed(let error): return note(index, error.readOutcome)
        case .notWorthIt: break
        }
        let (start, line) = try pack(shared, header)
        let isStable = isStable(file, shared) && !line.wasCut
        try conclude(line, header, start, shared, index, isStable: isStable, isLast: isLast)
    }

    /// Whether a file stood still while it was read, the map of its holes included.
    private func isStable(_ file: consuming StableFile, _ shared: SharedFile) -> Bool {
        let isAlike = shared.isMappedAlike
        return (try? file.finish()) == .stable && isAlike
    }

    /// Notes a content that was read, of a torn file so many bytes as were.
    private mutating func note(
        _ index: Int, _ file: SharedFile, _ content: Digest, isStable: Bool, plain: Int64 = .max
    ) {
        if let map = file.condensed {
            packer.found.maps.append((index, plain < map.size ? map.prefix(plain) : map))
        }
        note(
            index,
            isStable
                ? .stored(status: file.status, content: content)
                : .torn(status: file.status, content: content))
    }

    private mutating func note(_ index: Int, _ outcome: ReadOutcome) {
        packer.found.outcomes.append((index, outcome))
        job.progress.add(files: 1)
    }

    /// The content's digest, if there is reason to believe that the zip or a carrier has it, and it has.
    private mutating func knownContent(
        of file: SharedFile, _ name: [UInt8]
    ) throws -> Digest? {
        if let content = known.content(of: file) { return content }
        guard known.mayHold(size: file.size, otherThan: name) else { return nil }
        let content = try? file.digest(job.progress)
        try job.progress.checkCancelled()
        guard let content else { return nil }
        let isKnown =
            try job.ledger.written(content) != nil || job.leavesOut(content)
            || job.carried(content) != nil
        return isKnown ? content : nil
    }

    /// Compresses the file behind room for its header, all threads together, and says where that room is.
    private mutating func pack(
        _ file: SharedFile, _ header: ZipEntry
    ) throws -> (start: Int64, line: ChunkLine.Result) {
        var wide = header
        wide.isWide = file.size >= ZipEntry.wideSize
        let method = file.bestMethod()
        if method == .stored, file.condensed == nil,
            let (start, copy) = try cloned(file, wide.localHeaderCount)
        {
            packer.found.statistics.bytesShared += file.size
            return (start, try pack(copy, header: wide, at: start, method, isInPlace: true))
        }
        let start = job.output.size
        return (start, try pack(file, header: wide, at: start, method, isInPlace: false))
    }

    /// Has the zip share the blocks of a file that does not shrink, where the file system can: from then on the file
    /// may change, and its bytes in the zip do not.
    ///
    /// Blocks are shared whole, so the data begins at one, and what lies before the header is a hole.
    private func cloned(
        _ file: SharedFile, _ headerCount: Int
    ) throws -> (start: Int64, copy: SharedFile)? {
        let end = job.output.size
        let block: Int64 = 4096
        let dataStart = (end + Int64(headerCount) + block - 1) / block * block
        try job.output.descriptor.truncate(to: end)
        guard try job.output.descriptor.clone(file.descriptor, to: dataStart) else { return nil }
        let copy = SharedFile(
            try job.output.descriptor.duplicate(), file.status, at: dataStart)
        return (dataStart - Int64(headerCount), copy)
    }

    private func pack(
        _ file: SharedFile, header: ZipEntry, at start: Int64, _ method: PackingMethod,
        isInPlace: Bool
    ) throws -> ChunkLine.Result {
        let line = ChunkLine(
            startingAt: start + Int64(header.localHeaderCount), method: method)
        let numbers = SharedIndex()
        let job = self.job
        try Workers.run(job.workerCount, name: "packer") { _ in
            do {
                var packer = ChunkPacker(
                    file, line, isInPlace: isInPlace, key: job.plan.signing?.key)
                try packer.pack(numbers, job)
            } catch {
                line.stop()
                throw error
            }
        }
        return line.result()
    }

    /// Reports a content that is made by a patch; what changed meanwhile is read again.
    private mutating func conclude(
        _ content: Digest, _ patch: WrittenPatch?, _ signatures: BlockSignatures,
        _ file: SharedFile, _ index: Int, isStable: Bool, isLast: Bool
    ) throws {
        guard isStable || isLast else {
            if let patch { job.output.moveEnd(to: patch.entry.headerOffset) }
            return packer.found.changing.append(index)
        }
        if let patch { packer.found.patches.append(patch) }
        if isStable {
            job.plan.signing?.note(content, signatures)
            known.learn(content, file)
        }
        note(index, file, content, isStable: isStable)
    }

    /// Completes the entry, or gives its room back.
    private mutating func conclude(
        _ line: ChunkLine.Result, _ plainHeader: ZipEntry, _ start: Int64, _ file: SharedFile,
        _ index: Int, isStable: Bool, isLast: Bool
    ) throws {
        if let failure = line.failure {
            job.progress.add(bytes: -line.plain)
            return note(index, failure.readOutcome)
        }
        guard isStable || isLast else {
            job.progress.add(bytes: -line.plain)
            return packer.found.changing.append(index)
        }
        if isStable, try job.leavesOut(line.content) || job.isRepeated(line.content) {
            // The bytes stay behind the end, where the next entry is written over them.
            known.learn(line.content, file)
            return note(index, file, line.content, isStable: true)
        }
        var header = plainHeader
        header.isWide = file.size >= ZipEntry.wideSize
        header.headerOffset = start
        let dataStart = start + Int64(header.localHeaderCount)
        var end = line.end
        if line.method == .deflated {
            var last = [UInt8]()
            Deflater.appendStreamEnd(to: &last)
            try job.output.descriptor.write(last.span, at: end)
            end += Int64(last.count)
        }
        let content = PackedContent(
            method: line.method, checksum: line.checksum, packed: end - dataStart,
            plain: line.plain, offset: dataStart, chunks: line.chunks)
        header.method = content.method
        header.checksum = content.checksum
        header.packed = content.packed
        header.plain = content.plain
        header.digest = line.content
        var front = [UInt8]()
        header.appendLocalHeader(to: &front)
        try job.output.descriptor.write(front.span, at: start)
        job.output.moveEnd(to: end)

        packer.found.entries.append((index, header))
        packer.found.statistics.bytesPacked += line.plain
        if line.plain >= PackingJob.largeSize, !line.chunks.isEmpty {
            packer.found.chunks.append((index, line.chunks))
        }
        // A content of nothing needs no place, and a torn file's content is nobody else's.
        if isStable {
            if let signatures = line.signatures {
                job.plan.signing?.note(line.content, signatures)
            }
            job.ledger.note(line.content, content)
            known.learn(line.content, file)
        }
        note(index, file, line.content, isStable: isStable, plain: line.plain)
    }
}
