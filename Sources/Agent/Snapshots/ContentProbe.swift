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
        var buffer = Self.newBuffer()
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
            guard let past = entries[item.entry.name]?.entry,
                let entry = settled(item, past, root: root, buffer: &buffer, progress)
            else { continue }
            scanned.items[index].entry = entry
            scanned.items[index].needsRead = false
        }
    }

    /// A change of which is known what can be known by comparing the file with what the newest snapshot has.
    ///
    /// Nothing is, once the work is called off.
    func settled(
        _ change: ScannedChange, root: borrowing FileDescriptor, progress: JobProgress
    ) -> ScannedChange {
        guard let past = change.before?.entry, let after = change.after, after.needsRead else {
            return change
        }
        let item = ScannedItem(
            entry: after.entry, path: change.path, parent: 0, identity: after.identity,
            needsRead: true)
        var buffer = Self.newBuffer()
        guard let entry = settled(item, past, root: root, buffer: &buffer, progress) else {
            return change
        }
        var change = change
        change.after = ScannedState(entry: entry, identity: after.identity, needsRead: false)
        return change
    }

    /// The entry of a file that turns out to be as it was.
    private func settled(
        _ item: ScannedItem, _ past: TreeEntry, root: borrowing FileDescriptor,
        buffer: inout [UInt8], _ progress: JobProgress
    ) -> TreeEntry? {
        guard looksAlike(past, item.entry) else { return nil }
        var entry = item.entry
        if let content = past.content, past.missing == nil {
            // What was hashed with its holes once is better saved condensed now.
            guard past.isCondensed || !item.entry.isMostlyHoles else { return nil }
            let digest = StableDigest.of(
                item, as: past.condensedMap, root: root, buffer: &buffer, window: Self.window,
                progress: progress)
            guard content == digest else { return nil }
            entry.content = content
            if past.isCondensed {
                entry.isCondensed = true
                entry.dataRanges = past.dataRanges
            }
            return entry
        }
        guard past.missing == .unreadable, isStillUnreadable(item.path, root: root) else {
            return nil
        }
        entry.missing = .unreadable
        return entry
    }

    private static func newBuffer() -> [UInt8] {
        var buffer: [UInt8] = []
        buffer.reserveCapacity(window)
        return buffer
    }

    /// Whether nothing but the content could differ.
    private func looksAlike(_ past: TreeEntry, _ present: TreeEntry) -> Bool {
        var past = past
        past.content = present.content
        // Where the file holds data is part of a condensed content.
        if past.isCondensed { past.dataRanges = present.dataRanges }
        past.isCondensed = present.isCondensed
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
