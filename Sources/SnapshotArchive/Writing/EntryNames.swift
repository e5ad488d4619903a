internal import SnapshotModel

/// The names that a plan's items have in the zip.
struct EntryNames: Sendable {
    /// Numbers of the files whose paths no tool could extract, and of those that none should: condensed ones.
    private var oddNumbers: [Int: Int] = [:]

    /// Numbers the odd names of a plan in its order.
    init(_ items: [ArchiveItem]) {
        for (index, item) in items.enumerated()
        where item.entry.kind == .file
            && (item.entry.isMostlyHoles || ArchiveName.visible(item.path) == .odd)
        {
            oddNumbers[index] = oddNumbers.count
        }
    }

    /// The header of an item with everything but its data, `nil` if it has no entry of its own.
    func header(of entry: TreeEntry, path: BytePath, index: Int) -> ZipEntry? {
        guard !path.isRoot else { return nil }
        let visible = entry.isCondensed ? VisibleName.odd : ArchiveName.visible(path)
        switch (visible, entry.kind) {
        case (.plain(let name), .file):
            return header(entry, name, .file, UInt16(entry.mode & 0o777))
        case (.plain(let name), .directory):
            let slash = [UInt8(ascii: "/")]
            return header(entry, name + slash, .directory, UInt16(entry.mode & 0o777))
        case (.plain(let name), .link):
            return header(entry, name, .link, 0o777)
        case (.odd, .file):
            // A file may have got its holes after the scan.
            let number = oddNumbers[index] ?? oddNumbers.count + index
            return header(entry, OwnName.odd(number: number), .file, 0o600)
        default:
            return nil
        }
    }

    private func header(
        _ entry: TreeEntry, _ name: [UInt8], _ kind: ZipEntry.Kind, _ permissions: UInt16
    ) -> ZipEntry {
        ZipEntry(
            name: name, kind: kind, permissions: permissions, uid: entry.uid, gid: entry.gid,
            modified: entry.modified.seconds)
    }
}

extension ZipEntry {
    /// Takes over what the header must say of packed data.
    mutating func describe(_ content: PackedContent, _ digest: Digest) {
        method = content.method
        checksum = content.checksum
        packed = content.packed
        plain = content.plain
        self.digest = digest
        isWide = max(content.plain, content.packed) >= Self.wideSize
    }
}
