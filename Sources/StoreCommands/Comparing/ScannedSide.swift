package import LinuxSystem
internal import SnapshotArchive
package import SnapshotModel

/// The directory as it is now, from a scan that read no content.
///
/// A file that the scan could not prove to be as it was read last is read when it matters: a time can be set back.
package struct ScannedSide: DiffSide {
    /// The root's own entry.
    package let rootEntry: TreeEntry
    private let root: BytePath
    private let directories: [BytePath: [TreeEntry]]
    private let known: @Sendable (BytePath) throws -> TreeEntry?
    private let progress: JobProgress

    /// Makes the side of a scan's entries.
    ///
    /// - Parameters:
    ///   - root: The directory's path.
    ///   - entries: Each path with its entry, the root first, in any order otherwise.
    ///   - known: What the snapshot that it is compared with has at a path.
    ///   - progress: Counts what is read, and stops it if it is cancelled.
    package init(
        root: BytePath, entries: [(path: BytePath, entry: TreeEntry)],
        known: @escaping @Sendable (BytePath) throws -> TreeEntry?,
        progress: JobProgress = JobProgress()
    ) {
        self.root = root
        self.known = known
        self.progress = progress
        var top = TreeEntry(
            name: [], kind: .directory, mode: 0o755, uid: 0, gid: 0,
            modified: FileTime(seconds: 0))
        var directories: [BytePath: [TreeEntry]] = [:]
        for (path, entry) in entries {
            if let parent = path.parent {
                directories[parent, default: []].append(entry)
            } else {
                top = entry
            }
        }
        // A tree that the catalog remembers says nothing about now.
        top.tree = nil
        rootEntry = top
        self.directories = directories.mapValues { entries in
            entries.sorted { $0.name.lexicographicallyPrecedes($1.name) }
                .map { entry in
                    var entry = entry
                    entry.tree = nil
                    return entry
                }
        }
    }

    /// What a directory holds, in the order of the names' bytes.
    package func entries(of directory: BytePath) -> [TreeEntry] { directories[directory] ?? [] }

    /// The content that a scan left open, by reading the file.
    ///
    /// - Throws: `interrupted`, and what reading the snapshot throws.
    package func content(of path: BytePath, _ entry: TreeEntry) throws -> ContentIdentity? {
        if let content = entry.contentIdentity { return content }
        let old = try known(path).flatMap { $0.kind == .file && $0.size == entry.size ? $0 : nil }
        do throws(SystemError) {
            let directory = try FileDescriptor.open(root, [.readOnly, .directory])
            var file = try StableFile.open(path, beneath: directory)
            // Only a snapshot's own map tells that a file is as it was.
            if let map = old?.condensedMap ?? file.condensedMap {
                let digest = try CondensedReading.digest(
                    of: file.descriptor, size: file.status.size, as: map,
                    while: { !progress.isCancelled })
                return digest.map {
                    ContentIdentity($0, size: file.status.size, ranges: map.ranges)
                }
            }
            var hash = SHA256()
            var buffer: [UInt8] = []
            var offset: Int64 = 0
            while !progress.isCancelled {
                buffer.removeAll(keepingCapacity: true)
                let count = try file.read(into: &buffer, atMost: 1 << 20, at: offset)
                guard count > 0 else {
                    return ContentIdentity(hash.finish(), size: file.status.size)
                }
                hash.update(buffer.span)
                offset += Int64(count)
                progress.add(bytes: Int64(count))
            }
        } catch {
            // What cannot be read, or has just gone, is not equal to anything.
            return nil
        }
        try progress.checkCancelled()
        return nil
    }
}

extension StableFile {
    /// How the file would be condensed, `nil` if it would not.
    fileprivate var condensedMap: CondensedMap? {
        guard status.mayHaveHoles,
            let ranges = try? descriptor.dataRanges(size: status.size),
            TreeEntry.isMostlyHoles(ranges, size: status.size)
        else { return nil }
        return CondensedMap(ranges)
    }
}
