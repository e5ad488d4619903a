import LinuxSystem
import SnapshotModel
import TreeScanning

/// A known tree in memory, made from a scan as a catalog would be after the snapshot of it.
struct RememberedTree: KnownTree {
    private var directories: [BytePath: [KnownEntry]] = [:]

    init() {}

    init(_ tree: ScannedTree) {
        for item in tree.items where !item.path.isRoot {
            var entry = item.entry
            if item.needsRead { entry.content = Self.digest(of: item) }
            directories[item.path.parent ?? .root, default: []].append(
                KnownEntry(entry: entry, identity: item.identity))
        }
    }

    func entries(of directory: BytePath) -> [KnownEntry] { directories[directory] ?? [] }

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
