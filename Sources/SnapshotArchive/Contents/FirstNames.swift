package import SnapshotModel

/// The headers of contents in an incremental zip: each is at the first path that has it.
package enum FirstNames {
    /// Goes through a snapshot, as far as it can be read, and gives each content the header of its first path.
    package static func headers(
        of record: SnapshotRecord, from source: any TreeSource
    ) -> [Digest: ZipEntry] {
        var items = [
            ArchiveItem(entry: record.rootEntry, path: .root, parent: 0, source: .metadata)
        ]
        var next = 0
        while next < items.count {
            defer { next += 1 }
            // A directory whose listing is lost has nothing to tell.
            guard let tree = items[next].entry.tree,
                let entries = try? source.directory(tree)
            else { continue }
            let path = items[next].path
            for entry in entries {
                items.append(
                    ArchiveItem(
                        entry: entry, path: path.appending(entry.name), parent: 0,
                        source: .metadata))
            }
        }
        items.sort { $0.path.comesBefore($1.path) }
        let names = EntryNames(items)
        var found: [Digest: ZipEntry] = [:]
        for (index, item) in items.enumerated() {
            guard let content = item.entry.content, found[content] == nil else { continue }
            found[content] = names.header(of: item.entry, path: item.path, index: index)
        }
        return found
    }
}
