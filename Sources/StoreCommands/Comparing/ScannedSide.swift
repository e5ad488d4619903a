internal import LinuxSystem
internal import SnapshotArchive
package import SnapshotModel

/// The directory as it is now, from a scan that read no content.
///
/// A file of the size and time that the snapshot knows counts as equal; others are read when it matters.
package struct ScannedSide: DiffSide {
    /// The root's own entry.
    package let rootEntry: TreeEntry
    private let root: BytePath
    private let directories: [BytePath: [TreeEntry]]
    private let known: @Sendable (BytePath) throws -> TreeEntry?

    /// Makes the side of a scan's entries.
    ///
    /// - Parameters:
    ///   - root: The directory's path.
    ///   - entries: Each path with its entry, the root first, in any order otherwise.
    ///   - known: What the snapshot that it is compared with has at a path.
    package init(
        root: BytePath, entries: [(path: BytePath, entry: TreeEntry)],
        known: @escaping @Sendable (BytePath) throws -> TreeEntry?
    ) {
        self.root = root
        self.known = known
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

    /// The content that a scan left open: the snapshot's if size and time are, else by reading the file.
    package func content(of path: BytePath, _ entry: TreeEntry) throws -> ContentIdentity? {
        if let content = entry.contentIdentity { return content }
        let old = try known(path).flatMap { $0.kind == .file && $0.size == entry.size ? $0 : nil }
        if let old, old.modified == entry.modified { return old.contentIdentity }
        do throws(SystemError) {
            let directory = try FileDescriptor.open(root, [.readOnly, .directory])
            var file = try StableFile.open(path, beneath: directory)
            // Only a snapshot's own map tells that a file is as it was.
            if let map = old?.condensedMap ?? file.condensedMap {
                let digest = try CondensedReading.digest(
                    of: file.descriptor, size: file.status.size, as: map)
                return digest.map {
                    ContentIdentity($0, size: file.status.size, ranges: map.ranges)
                }
            }
            var hash = SHA256()
            var buffer: [UInt8] = []
            var offset: Int64 = 0
            while true {
                buffer.removeAll(keepingCapacity: true)
                let count = try file.read(into: &buffer, atMost: 1 << 20, at: offset)
                guard count > 0 else { break }
                hash.update(buffer.span)
                offset += Int64(count)
            }
            return ContentIdentity(hash.finish(), size: file.status.size)
        } catch {
            // What cannot be read, or has just gone, is not equal to anything.
            return nil
        }
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
