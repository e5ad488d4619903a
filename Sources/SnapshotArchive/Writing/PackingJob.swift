internal import LinuxSystem
internal import SnapshotModel
internal import Synchronization

/// What all threads that write one snapshot share.
final class PackingJob: Sendable {
    let root: FileDescriptor
    let output: OutputFile
    let plan: ArchivePlan
    let names: EntryNames
    let progress: JobProgress
    let workerCount: Int
    let ledger = ContentLedger()
    let results: Mutex<PackingResults>
    /// The paths of files that got other names since the scan, by item.
    let newNames = Mutex<[Int: BytePath]>([:])
    /// What is read group by group.
    let grouped: Set<Int>

    /// Files from this size on are packed by all threads together.
    static let largeSize = ArchivePlan.largeSize

    /// How often a file that changes under the reader is read before it is stored as it is.
    static let attempts = 3

    init(
        root: consuming FileDescriptor, output: consuming FileDescriptor, plan: ArchivePlan,
        workerCount: Int, progress: JobProgress
    ) {
        self.root = root
        self.output = OutputFile(output)
        self.plan = plan
        self.workerCount = workerCount
        self.progress = progress
        names = EntryNames(plan.items)
        grouped = Set(plan.groups.flatMap(\.members))
        results = Mutex(PackingResults(count: plan.items.count))
    }

    /// Packed data of this content in one of the carriers.
    func carried(_ content: Digest) throws -> (carrier: Int, content: PackedContent)? {
        guard !plan.distrusted.contains(content) else { return nil }
        for (number, carrier) in plan.carriers.enumerated() {
            if let found = try carrier.packedContent(content) { return (number, found) }
        }
        return nil
    }

    /// Whether the zip leaves a content to others of its store.
    func leavesOut(_ content: Digest) throws -> Bool {
        try plan.stored?.holds(content) ?? false
    }

    /// Whether a zip that has each content once has this one.
    func isRepeated(_ content: Digest) -> Bool {
        plan.stored != nil && ledger.written(content) != nil
    }

    /// Puts a thread's results to the others'.
    func merge(_ found: inout FoundResults) {
        results.withLock { $0.take(found) }
        found = FoundResults()
    }
}

/// What one thread found out since it last reported.
struct FoundResults: Sendable {
    /// Entries that are in the zip, by item.
    var entries: [(item: Int, entry: ZipEntry)] = []
    /// How reading went, by item.
    var outcomes: [(item: Int, outcome: ReadOutcome)] = []
    /// Chunks of large contents, by item.
    var chunks: [(item: Int, chunks: [Extent])] = []
    /// Where the contents of condensed files belong, by item.
    var maps: [(item: Int, map: CondensedMap)] = []
    /// Contents that are made by patches.
    var patches: [WrittenPatch] = []
    /// Files that changed while they were read.
    var changing: [Int] = []
    /// Files that are to be packed by all threads together.
    var large: [Int] = []
    /// Databases of which nobody knew before.
    var databases: [Int] = []
    /// Files whose content another thread was packing.
    var waiting: [WaitingFile] = []
    var statistics = PackingStatistics()
}

/// A file that was read and whose content another thread was packing at that moment.
struct WaitingFile: Sendable {
    var item: Int
    var header: ZipEntry
    var content: Digest
}

/// What is known of a plan's items when everything is packed.
struct PackingResults: Sendable {
    var entries: [ZipEntry?]
    var outcomes: [Int: ReadOutcome] = [:]
    var chunks: [Int: [Extent]] = [:]
    var maps: [Int: CondensedMap] = [:]
    var patches: [WrittenPatch] = []
    var changing: [Int] = []
    var large: [Int] = []
    var databases: [Int] = []
    var waiting: [WaitingFile] = []
    var statistics = PackingStatistics()

    init(count: Int) {
        entries = Array(repeating: nil, count: count)
    }

    mutating func take(_ found: FoundResults) {
        for (item, entry) in found.entries { entries[item] = entry }
        for (item, outcome) in found.outcomes { outcomes[item] = outcome }
        for (item, extents) in found.chunks { chunks[item] = extents }
        for (item, map) in found.maps { maps[item] = map }
        patches += found.patches
        changing += found.changing
        large += found.large
        databases += found.databases
        waiting += found.waiting
        statistics += found.statistics
    }

    /// Drops all that is known of an item.
    mutating func forget(_ item: Int) {
        entries[item] = nil
        outcomes[item] = nil
        chunks[item] = nil
        maps[item] = nil
        patches.removeAll { $0.item == item }
        waiting.removeAll { $0.item == item }
    }
}

extension ArchiveReader {
    /// The packed data of a content that the zip holds.
    func packedContent(_ content: Digest) throws(UserError) -> PackedContent? {
        guard let index = try index(of: content) else { return nil }
        let entry = entries[index]
        var packed = PackedContent(
            method: entry.method, checksum: entry.checksum, packed: entry.packed,
            plain: entry.plain, offset: try zip.dataOffset(of: index))
        if entry.plain >= PackingJob.largeSize {
            packed.chunks = try extents().chunks[entry.headerOffset] ?? []
        }
        return packed
    }
}
