/// The tables, and the settings of a connection.
enum CatalogSchema {
    /// Raised whenever a table changes; a catalog of any other version is dropped and built anew.
    static let version: Int64 = 7

    /// Marks the file as ours ("snap").
    static let applicationID: Int64 = 0x736E_6170

    /// A cache that can be rebuilt needs no more than NORMAL, and must not grow in a process that idles.
    static let settings = """
        PRAGMA journal_mode = WAL;
        PRAGMA synchronous = NORMAL;
        PRAGMA cache_size = -2048;
        PRAGMA temp_store = MEMORY;
        PRAGMA journal_size_limit = 4194304;
        """

    /// A path is a chain of nodes; each version of a node lived from snapshot `first` to `last`, NULL = still.
    ///
    /// `line` holds the entry's tree text where the columns cannot say it all. All live names but directories are found by their inode,
    /// which may get another name at any time. `object` names one place of each content and tree object, a good one if there is any.
    /// `suspect` lists objects of which some zip has a bad copy, wherever the place is that is known now.
    /// A zip without a row in `snapshot` holds objects only. `remembered` has the records of snapshots whose zips cannot
    /// be read any more.
    static let tables = """
        CREATE TABLE node(
            id INTEGER PRIMARY KEY, parent INTEGER NOT NULL, name BLOB NOT NULL,
            UNIQUE(parent, name));
        CREATE TABLE version(
            node INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER,
            kind INTEGER NOT NULL, mode INTEGER NOT NULL, uid INTEGER NOT NULL,
            gid INTEGER NOT NULL, size INTEGER NOT NULL,
            mtime INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, hash BLOB, line BLOB,
            dev INTEGER, ino INTEGER, ctime INTEGER, ctime_ns INTEGER,
            PRIMARY KEY(node, first)) WITHOUT ROWID;
        CREATE INDEX version_inode ON version(ino)
            WHERE last IS NULL AND kind <> 1 AND ino IS NOT NULL;
        CREATE TABLE object(
            hash BLOB PRIMARY KEY, form INTEGER NOT NULL, zip INTEGER NOT NULL,
            place INTEGER NOT NULL, packed INTEGER NOT NULL, plain INTEGER NOT NULL,
            method INTEGER NOT NULL, state INTEGER NOT NULL, base BLOB) WITHOUT ROWID;
        CREATE INDEX object_bad ON object(state) WHERE state = 1;
        CREATE TABLE suspect(hash BLOB PRIMARY KEY) WITHOUT ROWID;
        CREATE TABLE zip(
            id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE, folder INTEGER NOT NULL,
            size INTEGER NOT NULL, ino INTEGER NOT NULL,
            mtime INTEGER NOT NULL, mtime_ns INTEGER NOT NULL);
        CREATE TABLE snapshot(
            number INTEGER PRIMARY KEY, zip INTEGER NOT NULL, record BLOB NOT NULL);
        CREATE TABLE remembered(name BLOB PRIMARY KEY, record BLOB NOT NULL) WITHOUT ROWID;
        CREATE TABLE store(uuid BLOB NOT NULL);
        """

    /// What parts of later snapshots have brought, by path.
    ///
    /// `kept` has the changes of the snapshot under way: `kind` NULL = gone. `former` has what parts read for snapshots
    /// that never came. `scan` is when the scan began that found it.
    static let kept = ["kept", "former"].map { table in
        """
        CREATE TABLE \(table)(
            path BLOB PRIMARY KEY, kind INTEGER, mode INTEGER, uid INTEGER, gid INTEGER,
            size INTEGER, mtime INTEGER, mtime_ns INTEGER, hash BLOB, line BLOB,
            dev INTEGER, ino INTEGER, ctime INTEGER, ctime_ns INTEGER,
            scan INTEGER, scan_ns INTEGER) WITHOUT ROWID;
        """
    }.joined(separator: "\n")
}
