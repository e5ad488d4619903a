import LinuxSystem
import SnapshotArchive
import SnapshotModel
import SnapshotStore
import TestSupport
import Testing

/// Everything about a name that a snapshot promises, a directory's time excepted: that alone makes none.
struct SavedFacts: Hashable, CustomStringConvertible {
    var entry: TreeEntry
    /// The first path of those that share the inode.
    var linkedTo: BytePath?

    /// Makes them comparable: of the inode and the trees only what restores alike.
    init(_ entry: TreeEntry, linkedTo: BytePath?) {
        self.entry = entry
        self.entry.tree = nil
        self.entry.linkGroup = nil
        self.entry.dataRanges = nil
        if entry.kind == .directory { self.entry.modified = FileTime(seconds: 0, nanoseconds: 0) }
        if entry.kind == .link { self.entry.mode = 0 }
        self.linkedTo = linkedTo
    }

    var description: String {
        "\(entry.kind) \(String(entry.mode, radix: 8)) size \(entry.size) "
            + "time \(entry.modified.seconds).\(entry.modified.nanoseconds) "
            + "content \(entry.content.map { "\($0)".prefix(60) } ?? "none") "
            + "with \(linkedTo?.display ?? "none") \(entry.missing.map { "\($0)" } ?? "")"
    }
}

/// Expects that the newest snapshot holds what the data directory holds, at another path if one is given.
func expectNewestEquals(
    _ place: Workplace, data: String? = nil, _ note: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let store = try Store.openForReading(BytePath(place.store))
    let newest = try #require(store.newest, sourceLocation: sourceLocation)
    expectEqual(
        try presentFacts(data ?? place.data), try savedFacts(try store.view(newest.number)),
        "\(note) snapshot \(newest.number)", sourceLocation: sourceLocation)
}

/// Expects that both hold the same names with the same facts.
func expectEqual(
    _ present: [BytePath: SavedFacts], _ saved: [BytePath: SavedFacts], _ note: String,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    var differences: [String] = []
    for (path, facts) in present where saved[path] != facts {
        differences.append(
            "\(path.display) is \(facts), saved as "
                + (saved[path].map(\.description) ?? "nothing"))
    }
    for (path, facts) in saved where present[path] == nil {
        differences.append("\(path.display) is gone, saved as \(facts)")
    }
    #expect(
        differences.isEmpty, "\(note): \(differences.sorted().joined(separator: "\n"))",
        sourceLocation: sourceLocation)
}

private func savedFacts(_ snapshot: SnapshotView) throws -> [BytePath: SavedFacts] {
    var entries: [BytePath: TreeEntry] = [:]
    try snapshot.walk { path, entry in entries[path] = entry }
    return facts(entries)
}

/// What a directory holds now.
func presentFacts(_ path: String) throws -> [BytePath: SavedFacts] {
    let root = try FileDescriptor.open(BytePath(path), [.readOnly, .directory])
    var entries: [BytePath: TreeEntry] = [:]
    entries[.root] = try entry([], root, status: root.status())
    try collect(root, .root, into: &entries)
    return facts(entries)
}

private func collect(
    _ directory: borrowing FileDescriptor, _ path: BytePath,
    into entries: inout [BytePath: TreeEntry]
) throws {
    var names: [[UInt8]] = []
    try directory.names { name, _ in names.append(name) }
    for name in names {
        let status = try directory.status(of: name)
        entries[path.appending(name)] = try entry(name, directory, status: status)
        guard status.kind == .directory else { continue }
        try collect(
            directory.open(name, [.readOnly, .directory, .noFollow]), path.appending(name),
            into: &entries)
    }
}

private func entry(
    _ name: [UInt8], _ directory: borrowing FileDescriptor, status: FileStatus
) throws -> TreeEntry {
    var entry = TreeEntry(
        name: name, kind: status.kind, mode: status.mode, uid: status.uid, gid: status.gid,
        modified: status.modified)
    if status.kind == .link { entry.target = try directory.readLink(name) }
    if status.kind != .directory, status.linkCount > 1 {
        entry.linkGroup = LinkGroup(
            device: status.device, inode: status.inode, count: status.linkCount)
    }
    guard status.kind == .file else { return entry }
    entry.size = status.size
    entry.attributes = try directory.attributes(of: name)
    let file = try directory.open(name, [.readOnly, .noFollow])
    entry.content = SHA256.digest(of: try file.readAll(atMost: 1 << 30))
    return entry
}

/// Adds to the entries which of them are names of one inode.
private func facts(_ entries: [BytePath: TreeEntry]) -> [BytePath: SavedFacts] {
    var first: [LinkGroup: BytePath] = [:]
    var names: [LinkGroup: Int] = [:]
    func key(_ entry: TreeEntry) -> LinkGroup? {
        entry.linkGroup.map { LinkGroup(device: $0.device, inode: $0.inode, count: 0) }
    }
    for (path, entry) in entries {
        guard let group = key(entry) else { continue }
        first[group] = min(first[group] ?? path, path)
        names[group, default: 0] += 1
    }
    return Dictionary(
        uniqueKeysWithValues: entries.map { path, entry in
            let group = key(entry).flatMap { (names[$0] ?? 0) > 1 ? $0 : nil }
            return (path, SavedFacts(entry, linkedTo: group.flatMap { first[$0] }))
        })
}
