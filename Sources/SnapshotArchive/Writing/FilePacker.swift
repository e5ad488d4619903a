internal import LinuxSystem
internal import SnapshotModel

/// Packs small files and everything without content; every thread has its own.
struct FilePacker: ~Copyable {
    let job: PackingJob
    /// Whether what it packs is proved to belong together by whoever asks for it.
    let isGrouped: Bool
    var found = FoundResults()
    private var segment = Segment()
    private var deflater = Deflater()
    private var hash = SHA256()
    private var buffer: [UInt8] = []

    /// Data that does not shrink below this share is stored as it is.
    private static let storedPercent = 97

    init(_ job: PackingJob, isGrouped: Bool = false) {
        self.job = job
        self.isGrouped = isGrouped
    }

    /// Packs one item; `isLast` says that a file which changes meanwhile is taken as it is, and `isLive` that it is read
    /// whatever the plan says.
    mutating func pack(_ index: Int, isLast: Bool = false, isLive: Bool = false) throws {
        let item = job.plan.items[index]
        switch (item.entry.kind, isLive ? .live : item.source) {
        case (.directory, _), (.link, _):
            if job.plan.stored == nil { packMetadata(item, index) }
        case (.file, .carried):
            try packCarried(item, index, isLast)
        case (.file, .live):
            try packLive(item, index, isLast)
        default:
            return
        }
        try flushIfFull()
    }

    private mutating func flushIfFull() throws {
        guard segment.isFull else { return }
        try segment.flush(to: job, &found)
        job.merge(&found)
    }

    /// Writes what is left and reports everything.
    mutating func finish() throws {
        try segment.flush(to: job, &found)
        job.merge(&found)
    }

    /// Gives a file that was read the packed data of its content, which a carrier or the zip itself has.
    mutating func pack(_ waiting: WaitingFile) throws {
        var header = waiting.header
        if let known = job.ledger.written(waiting.content) {
            header.describe(known, waiting.content)
            try copyPacked(known, from: nil, header, waiting.item)
        } else if let known = try job.carried(waiting.content) {
            header.describe(known.content, waiting.content)
            try copyPacked(known.content, from: known.carrier, header, waiting.item)
        } else {
            preconditionFailure("a content that was promised is nowhere")
        }
        try flushIfFull()
    }

    private mutating func packMetadata(_ item: ArchiveItem, _ index: Int) {
        guard var header = job.names.header(of: item.entry, path: item.path, index: index) else {
            return
        }
        if item.entry.kind == .link {
            let target = item.entry.target
            header.plain = Int64(target.count)
            header.packed = header.plain
            header.checksum = CRC32.checksum(of: target.span)
            header.digest = hash.digest(of: target.span)
            segment.begin(&header)
            segment.bytes.append(contentsOf: target)
            job.progress.add(files: 1)
        } else {
            segment.begin(&header)
        }
        segment.end(header, item: index)
    }

    /// Takes packed data from a carrier under a new header; never packs it anew.
    private mutating func packCarried(_ item: ArchiveItem, _ index: Int, _ isLast: Bool) throws {
        guard let content = item.entry.content, let known = try job.carried(content),
            var header = job.names.header(of: item.entry, path: item.path, index: index)
        else { return try packLive(item, index, isLast) }
        header.describe(known.content, content)
        try copyPacked(known.content, from: known.carrier, header, index)
        job.progress.add(files: 1, bytes: known.content.plain)
    }

    private mutating func packLive(_ item: ArchiveItem, _ index: Int, _ isLast: Bool) throws {
        guard item.entry.size < PackingJob.largeSize else { return found.large.append(index) }
        try job.progress.checkCancelled()
        let reading: SmallRead
        do throws(SystemError) {
            reading = try SmallRead(job.livePath(of: index), beneath: job.root, into: &buffer)
        } catch {
            let outcome = job.outcome(of: error, reading: item.path)
            // Its directory may be on its way to another name and back.
            if outcome.isAbsence, !isLast { return found.changing.append(index) }
            found.outcomes.append((index, outcome))
            return job.progress.add(files: 1)
        }
        guard !reading.isLarge else { return found.large.append(index) }
        if !isGrouped, FileGroup.isDatabase(buffer) { return found.databases.append(index) }
        guard reading.isStable || isLast else { return found.changing.append(index) }

        let data = buffer
        let content = hash.digest(of: data.span)
        found.statistics.filesRead += 1
        found.outcomes.append(
            (
                index,
                reading.isStable
                    ? .stored(status: reading.status, content: content)
                    : .torn(status: reading.status, content: content)
            ))
        let entry = item.entry.updated(by: reading.status)
        // What another zip of the store has needs no place in this one.
        let isElsewhere = try reading.isStable && job.leavesOut(content)
        if !isElsewhere, let header = job.names.header(of: entry, path: item.path, index: index) {
            try place(content, header, index)
        }
        job.progress.add(files: 1, bytes: Int64(data.count))
    }

    /// Puts the buffer's content into the zip in the cheapest way there is.
    private mutating func place(_ content: Digest, _ plainHeader: ZipEntry, _ index: Int) throws {
        var header = plainHeader
        if buffer.isEmpty {
            header.digest = content
            segment.begin(&header)
            return segment.end(header, item: index)
        }
        if let known = try job.carried(content) {
            header.describe(known.content, content)
            return try copyPacked(known.content, from: known.carrier, header, index)
        }
        switch job.ledger.claim(content) {
        case .yours:
            deflate(content, header, index)
        // A zip that leans on others has each content once.
        case .written where job.plan.stored != nil, .underWay where job.plan.stored != nil:
            return
        case .written(let known):
            header.describe(known, content)
            try copyPacked(known, from: nil, header, index)
        case .underWay:
            found.waiting.append(WaitingFile(item: index, header: header, content: content))
        }
    }

    private mutating func deflate(_ content: Digest, _ plainHeader: ZipEntry, _ index: Int) {
        var header = plainHeader
        let data = buffer
        header.method = .deflated
        header.plain = Int64(data.count)
        header.checksum = CRC32.checksum(of: data.span)
        header.digest = content
        let start = segment.bytes.count
        segment.begin(&header)
        let dataStart = segment.bytes.count
        deflater.deflate(data.span, ending: .stream, into: &segment.bytes)
        if (segment.bytes.count - dataStart) * 100 >= data.count * Self.storedPercent {
            segment.bytes.removeSubrange(dataStart...)
            segment.bytes.append(contentsOf: data)
            header.method = .stored
        }
        header.packed = Int64(segment.bytes.count - dataStart)
        header.patchLocalHeader(at: start, in: &segment.bytes)
        segment.end(header, item: index, content: content)
        found.statistics.bytesPacked += header.plain
    }

    /// Copies packed data from a carrier, or from this zip itself, behind a header.
    private mutating func copyPacked(
        _ content: PackedContent, from carrier: Int?, _ plainHeader: ZipEntry, _ index: Int
    ) throws {
        var header = plainHeader
        found.statistics.bytesCopied += content.packed
        if !content.chunks.isEmpty { found.chunks.append((index, content.chunks)) }
        if content.packed < PackingJob.largeSize {
            segment.begin(&header)
            if let carrier {
                try read(content, from: job.plan.carriers[carrier].zip.file)
            } else {
                try read(content, from: job.output.descriptor)
            }
            return segment.end(header, item: index)
        }
        var front = [UInt8]()
        header.appendLocalHeader(to: &front)
        header.headerOffset = job.output.reserve(Int64(front.count) + content.packed)
        try job.output.descriptor.write(front.span, at: header.headerOffset)
        let target = header.headerOffset + Int64(front.count)
        if let carrier {
            try job.output.descriptor.copyRange(
                from: job.plan.carriers[carrier].zip.file, at: content.offset, to: target,
                count: content.packed)
        } else {
            try job.output.descriptor.copyRange(
                from: job.output.descriptor, at: content.offset, to: target,
                count: content.packed)
        }
        found.entries.append((index, header))
    }

    private mutating func read(
        _ content: PackedContent, from file: borrowing FileDescriptor
    ) throws(SystemError) {
        let end = segment.bytes.count + Int(content.packed)
        while segment.bytes.count < end {
            let done = Int64(segment.bytes.count - end) + content.packed
            let rest = end - segment.bytes.count
            guard try file.read(into: &segment.bytes, atMost: rest, at: content.offset + done) > 0
            else { throw SystemError("pread", errno: .io) }
        }
    }
}
