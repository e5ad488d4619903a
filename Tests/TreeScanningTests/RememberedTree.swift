import LinuxSystem
import SnapshotModel
import TreeScanning

/// A known tree in memory, made from a scan as a catalog would be after the snapshot of it.
struct RememberedTree: KnownTree {
    private var root: KnownEntry?
    private var directories: [BytePath: [KnownEntry]] = [:]
    /// The inodes that paths stood for before.
    private var former: [BytePath: Set<FileIdentity>] = [:]

    init() {}

    init(_ tree: ScannedTree) {
        for item in tree.items {
            var entry = item.entry
            if item.needsRead { entry.content = Self.digest(of: item) }
            let known = KnownEntry(entry: entry, identity: item.identity)
            guard let parent = item.path.parent else {
                root = known
                continue
            }
            directories[parent, default: []].append(known)
        }
    }

    func entries(of directory: BytePath) -> [KnownEntry] { directories[directory] ?? [] }

    func entry(at path: BytePath) -> KnownEntry? {
        guard let parent = path.parent else { return root }
        return directories[parent]?.first { $0.entry.name == path.name }
    }

    func formerInodes(
        of directory: BytePath, _ selection: NameSelection
    ) throws -> Set<FileIdentity> {
        let paths = former.filter { $0.key.parent == directory && selection.holds($0.key.name) }
        return Set(try paths.values.flatMap(\.self).filter { try !names(of: $0).isEmpty })
    }

    /// Changes what is remembered as a catalog does after the snapshot of some changes.
    mutating func apply(_ scanned: ScannedChanges) {
        for change in scanned.changes {
            var known = change.after.map { KnownEntry(entry: $0.entry, identity: $0.identity) }
            if let after = change.after, after.needsRead {
                known?.entry.content = Self.digest(
                    of: ScannedItem(
                        entry: after.entry, path: change.path, parent: 0, identity: nil,
                        needsRead: true))
            }
            if let before = change.before?.identity {
                former[change.path, default: []].insert(
                    FileIdentity(device: before.device, inode: before.inode))
            }
            if change.removesAllBelow {
                directories = directories.filter { !$0.key.isInside(change.path) }
            }
            guard let parent = change.path.parent else {
                root = known
                continue
            }
            var entries = directories[parent] ?? []
            entries.removeAll { $0.entry.name == change.path.name }
            if let known { entries.append(known) }
            entries.sort { $0.entry.name.lexicographicallyPrecedes($1.entry.name) }
            directories[parent] = entries.isEmpty ? nil : entries
        }
    }

    /// What two trees say differently, for a person.
    func differences(from other: RememberedTree) -> [String] {
        var differences: [String] = []
        if root != other.root { differences.append("the root") }
        for directory in Set(directories.keys).union(other.directories.keys).sorted() {
            let (here, there) = (Set(entries(of: directory)), Set(other.entries(of: directory)))
            differences += here.subtracting(there).map { "\(directory.display): \($0)" }
            differences += there.subtracting(here).map { "\(directory.display): not \($0)" }
        }
        return differences
    }

    /// Changes what is remembered of a path.
    mutating func update(_ path: String, _ change: (inout KnownEntry) -> Void) {
        let path = BytePath(path)
        let parent = path.parent ?? .root
        guard var entries = directories[parent],
            let index = entries.firstIndex(where: { $0.entry.name == path.name })
        else { return }
        change(&entries[index])
        directories[parent] = entries
    }

    /// A digest that stands for the state of a file, without reading it.
    static func digest(of item: ScannedItem) -> Digest? {
        var bytes = [UInt8](repeating: 0, count: 32)
        for (index, byte) in item.path.bytes.suffix(16).enumerated() { bytes[index] = byte }
        for shift in 0..<8 {
            bytes[16 + shift] = UInt8(
                truncatingIfNeeded: item.entry.modified.nanoseconds >> (shift * 4))
            bytes[24 + shift] = UInt8(truncatingIfNeeded: item.entry.size >> (shift * 8))
        }
        return Digest(bytes)
    }
}

extension NameSelection {
    fileprivate func holds(_ name: [UInt8]) -> Bool {
        guard case .names(let names) = self else { return true }
        return names.contains(name)
    }
}
