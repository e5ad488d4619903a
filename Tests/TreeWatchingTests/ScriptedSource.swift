internal import LinuxSystem
internal import SnapshotModel
internal import TestSupport
internal import Testing

@testable internal import TreeWatching

/// Events as a test wishes them; directories are real.
final class ScriptedSource: EventSource {
    let descriptor: Int32 = -1
    let watchLimit = WatchLimit(count: 1_000)

    /// What was asked to be removed, in order.
    private(set) var removed: [Int32] = []
    /// Directories that cannot be watched.
    var refused: [FileIdentity: Errno] = [:]
    /// How often one of them was asked for.
    private(set) var refusals = 0
    /// Directories that are another one by another way, as by a bind mount.
    var sameAs: [FileIdentity: FileIdentity] = [:]
    /// What the next reading gives, and the reading after it.
    var queue: [[WatchEvent]] = []
    /// What the next reading fails with.
    var failure: Errno?

    private var watches: [FileIdentity: Int32] = [:]
    private var last: Int32 = 0

    func add(
        _ directory: borrowing FileDescriptor, for mask: EventMask
    ) throws(SystemError) -> Int32 {
        let found = try directory.status().identity
        let identity = sameAs[found] ?? found
        if let errno = refused[identity] {
            refusals += 1
            throw SystemError("inotify_add_watch", errno: errno)
        }
        if let known = watches[identity] { return known }
        last += 1
        watches[identity] = last
        return last
    }

    func remove(_ watch: Int32) {
        removed.append(watch)
        watches = watches.filter { $0.value != watch }
    }

    func drain(into events: inout [WatchEvent], atMost limit: Int) throws(SystemError) -> Bool {
        if let errno = failure {
            failure = nil
            throw SystemError("inotify_read", errno: errno)
        }
        if !queue.isEmpty { events += queue.removeFirst() }
        return queue.isEmpty
    }
}

/// An engine on a scripted source, with one tree.
final class EngineFixture {
    let scratch: ScratchDirectory
    let source = ScriptedSource()
    let engine: WatchEngine
    let reports = Monitor([WatchReport]())
    /// The engine's clock if a test moves it, else it runs by itself.
    let now = Monitor(MonotonicInstant?.none)

    /// Watches a tree with these directories in it.
    init(
        _ directories: [String] = [], ownIdentities: Set<FileIdentity> = [],
        prepare: (ScratchDirectory, ScriptedSource) throws -> Void = { _, _ in },
        isRelevant: @escaping @Sendable (BytePath, [UInt8], Bool) -> Bool = { _, _, _ in true }
    ) throws {
        scratch = try ScratchDirectory()
        try scratch.makeDirectories("tree")
        for directory in directories { try scratch.makeDirectories("tree/\(directory)") }
        let now = now
        engine = WatchEngine(source: source) { now.read { $0 } ?? .now }
        try prepare(scratch, source)
        let reports = reports
        try engine.add(
            WatchedRoot(
                id: 1, path: scratch.path.appending(Array("tree".utf8)),
                ownIdentities: ownIdentities, isRelevant: isRelevant)
        ) { report in reports.update { $0.append(report) } }
        _ = engine.syncPoint(1)
        reports.update { $0 = [] }
    }

    /// The tree's root directory.
    func tree() throws -> FileDescriptor {
        try scratch.descriptor.open(Array("tree".utf8), [.readOnly, .directory])
    }

    /// The watch of a directory of the tree.
    func watch(_ path: String) throws -> Int32 {
        let root = try #require(engine.roots[1]?.watch)
        return try #require(engine.table.find(BytePath(path), below: root))
    }

    /// The identity of a directory of the tree.
    func identity(_ path: String) throws -> FileIdentity {
        try tree().openBeneath(BytePath(path), .pathOnly).status().identity
    }

    /// Puts events in the queue.
    func queue(_ events: WatchEvent...) { source.queue.append(events) }

    /// What is dirty as of now, as strings.
    func dirty() -> Set<String> {
        let dirty = engine.syncPoint(1)
        if dirty.everything { return ["everything"] }
        return Set(dirty.directories.map { String(decoding: $0.bytes, as: UTF8.self) })
    }

    /// Every watched path of the tree.
    func watched() -> Set<String> { engine.watchedPaths(of: 1) }

    /// Every report since the last call.
    func takeReports() -> [WatchReport] {
        reports.update { reports in
            defer { reports = [] }
            return reports
        }
    }
}

extension WatchEngine {
    /// Every watched path of a tree, as strings.
    func watchedPaths(of id: Int) -> Set<String> {
        guard let root = roots[id]?.watch else { return [] }
        var paths: Set<String> = []
        var pending = [root]
        while let watch = pending.popLast() {
            paths.insert(String(decoding: table.path(of: watch).bytes, as: UTF8.self))
            pending += table.children(of: watch)
        }
        return paths
    }
}

extension WatchEvent {
    /// An event of the entry `name`.
    static func of(_ watch: Int32, _ mask: EventMask, _ name: String = "") -> WatchEvent {
        WatchEvent(watch: watch, mask: mask, name: Array(name.utf8))
    }
}
