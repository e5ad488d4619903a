import LinuxSystem
import SnapshotModel
import TreeScanning

/// Settles by reading whether files that only look suspect are what the newest snapshot has.
///
/// A scan cannot trust a file that changed within the clock's granularity of the last scan, nor any after
/// the catalog was rebuilt. Most are unchanged, and reading them is cheaper than writing a zip to find out.
struct ContentProbe {
    private static let window = 1 << 20

    let known: any KnownTree

    /// Takes over the content of every suspect file that turns out to be as it was.
    ///
    /// - Throws: What reading the catalog throws, or `interrupted`.
    func resolve(
        _ scanned: inout ScannedTree, root: borrowing FileDescriptor, progress: JobProgress
    ) throws {
        var directory: BytePath?
        var entries: [[UInt8]: KnownEntry] = [:]
        var buffer: [UInt8] = []
        buffer.reserveCapacity(Self.window)
        for index in scanned.items.indices where scanned.items[index].needsRead {
            try progress.checkCancelled()
            let item = scanned.items[index]
            guard let parent = item.path.parent else { continue }
            if parent != directory {
                directory = parent
                entries = Dictionary(
                    try known.entries(of: parent).map { ($0.entry.name, $0) },
                    uniquingKeysWith: { first, _ in first })
            }
            guard let past = entries[item.entry.name]?.entry, looksAlike(past, item.entry) else {
                continue
            }
            if let content = past.content, past.missing == nil {
                guard
                    content
                        == StableDigest.of(
                            item, root: root, buffer: &buffer, window: Self.window)
                else {
                    continue
                }
                scanned.items[index].entry.content = content
                scanned.items[index].needsRead = false
            } else if past.missing == .unreadable, isStillUnreadable(item.path, root: root) {
                scanned.items[index].entry.missing = .unreadable
                scanned.items[index].needsRead = false
            }
        }
    }

    /// Whether nothing but the content could differ.
    private func looksAlike(_ past: TreeEntry, _ present: TreeEntry) -> Bool {
        var past = past
        past.content = present.content
        past.missing = present.missing
        return past.equalsIgnoringPlace(present)
    }

    private func isStillUnreadable(_ path: BytePath, root: borrowing FileDescriptor) -> Bool {
        do {
            let file = try StableFile.open(path, beneath: root)
            _ = try file.finish()
            return false
        } catch {
            return error.errno == .accessDenied || error.errno == .notPermitted
        }
    }
}
