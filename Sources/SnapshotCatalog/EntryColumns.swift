internal import CSQLite
internal import SnapshotModel

/// How an entry lies in the columns of a version: what is common in columns, what is rare as tree text.
enum EntryColumns {
    /// The columns in the order of `values` and `entry(at:)`.
    static let names =
        "kind, mode, uid, gid, size, mtime, mtime_ns, hash, line, dev, ino, ctime, ctime_ns"

    /// The name that stands in every kept line, since the node has the true one and a root's is empty.
    private static let lineName = Array("x".utf8)

    /// What goes into the columns for an entry and the state of its inode.
    static func values(of known: KnownEntry) -> [SQLValue] {
        let entry = known.entry
        let hash = entry.content ?? entry.tree
        var plain = TreeEntry(
            name: entry.name, kind: entry.kind, mode: entry.mode, uid: entry.uid, gid: entry.gid,
            modified: entry.modified)
        plain.size = entry.size
        setHash(hash, of: &plain)
        return [
            .number(entry.kind.rawValue), .number(entry.mode), .number(entry.uid),
            .number(entry.gid), .integer(entry.size), .integer(entry.modified.seconds),
            .number(entry.modified.nanoseconds), hash.map { .blob($0.bytes) } ?? .null,
            plain == entry ? .null : .blob(line(of: entry)),
        ] + identityValues(of: known.identity)
    }

    /// What goes into the four columns of an inode's state.
    static func identityValues(of identity: KnownIdentity?) -> [SQLValue] {
        guard let identity else { return [.null, .null, .null, .null] }
        return [
            .bits(identity.device), .bits(identity.inode), .integer(identity.changed.seconds),
            .number(identity.changed.nanoseconds),
        ]
    }

    /// The entry of a row whose columns start at `column`.
    static func entry(
        named name: [UInt8], in row: Statement, at column: Int32
    ) throws(CatalogError) -> KnownEntry {
        guard row.isNull(column + 8) else {
            return KnownEntry(
                entry: try entry(named: name, line: row.blob(column + 8)),
                identity: identity(in: row, at: column + 9))
        }
        guard let kind = UInt8(exactly: row.integer(column)).flatMap(EntryKind.init) else {
            throw damage("unknown kind of entry")
        }
        var entry = TreeEntry(
            name: name, kind: kind,
            mode: UInt32(truncatingIfNeeded: row.integer(column + 1)),
            uid: UInt32(truncatingIfNeeded: row.integer(column + 2)),
            gid: UInt32(truncatingIfNeeded: row.integer(column + 3)),
            modified: time(in: row, at: column + 5))
        entry.size = row.integer(column + 4)
        setHash(row.isNull(column + 7) ? nil : Digest(row.blob(column + 7)), of: &entry)
        return KnownEntry(entry: entry, identity: identity(in: row, at: column + 9))
    }

    /// The moment in two columns.
    static func time(in row: Statement, at column: Int32) -> FileTime {
        FileTime(
            seconds: row.integer(column),
            nanoseconds: Int32(truncatingIfNeeded: row.integer(column + 1)))
    }

    /// What a row that no version of this program writes is answered with.
    static func damage(_ message: String) -> CatalogError {
        CatalogError(code: SQLITE_CORRUPT, message: message)
    }

    private static func setHash(_ hash: Digest?, of entry: inout TreeEntry) {
        if entry.kind == .directory { entry.tree = hash } else { entry.content = hash }
    }

    private static func line(of entry: TreeEntry) -> [UInt8] {
        var named = entry
        named.name = lineName
        var text = [UInt8]()
        TreeText.encode([named], into: &text)
        return text
    }

    private static func entry(
        named name: [UInt8], line: [UInt8]
    ) throws(CatalogError) -> TreeEntry {
        guard case .entry(var entry)? = try? TreeText.parse(line).first else {
            throw damage("an entry's line is not tree text")
        }
        entry.name = name
        return entry
    }

    private static func identity(in row: Statement, at column: Int32) -> KnownIdentity? {
        guard !row.isNull(column) else { return nil }
        return KnownIdentity(
            device: UInt64(bitPattern: row.integer(column)),
            inode: UInt64(bitPattern: row.integer(column + 1)),
            changed: time(in: row, at: column + 2))
    }
}
