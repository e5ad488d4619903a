internal import CSQLite
package import SnapshotModel

/// What the zips of one store hold, in a form that answers by path, content and snapshot number.
///
/// It is a cache: every row can be made again from the zips but the identities of live files, whose loss costs
/// one reading of the files. One thread uses it at a time; the store keeps it behind a lock.
package final class Catalog {
    let database: Database
    private var statements: [String: Statement] = [:]
    private var depth = 0
    /// The directory looked up last, and its node: entries come directory by directory.
    var lastDirectory: (path: BytePath, node: Int64)?
    /// Whether this catalog was made empty when it was opened.
    package let isNew: Bool

    /// Opens the catalog of a store, `nil` if the file is of another store or version and must be dropped.
    ///
    /// A root path stands for a catalog in memory.
    package init?(path: BytePath, store: String) throws(CatalogError) {
        let opened = try Database.open(path)
        try opened.execute(CatalogSchema.settings)
        let version = try Catalog.pragma("user_version", of: opened)
        let application = try Catalog.pragma("application_id", of: opened)
        isNew = version == 0 && application == 0
        if isNew { try Catalog.fill(opened, store: store) }
        database = opened
        guard isNew || version == CatalogSchema.version,
            isNew || application == CatalogSchema.applicationID,
            try owner() == Array(store.utf8)
        else { return nil }
    }

    /// Runs `body` as one transaction: all of its changes last, or none; reads in it are consistent and cheap.
    package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        guard depth == 0 else { return try body() }
        try begin()
        do {
            let result = try body()
            try end("COMMIT")
            return result
        } catch {
            // The first error is the one to tell; a rollback that fails leaves nothing to undo.
            try? end("ROLLBACK")
            lastDirectory = nil
            throw error
        }
    }

    /// Opens a transaction that spans several calls, such as a scan's; `finish` ends it.
    package func begin() throws(CatalogError) {
        if depth == 0 { try database.execute("BEGIN") }
        depth += 1
    }

    /// Ends what `begin` began.
    package func finish() throws(CatalogError) {
        try end("COMMIT")
    }

    /// Gives back the memory that a batch took.
    package func shrinkMemory() throws(CatalogError) {
        try database.execute("PRAGMA shrink_memory")
    }

    /// Lets this connection only look from now on: every change fails.
    package func refuseChanges() throws(CatalogError) {
        try database.execute("PRAGMA query_only = ON")
    }

    /// The prepared form of a statement, made once.
    func statement(_ sql: String) throws(CatalogError) -> Statement {
        if let known = statements[sql] { return known }
        let made = try database.prepare(sql)
        statements[sql] = made
        return made
    }

    private func end(_ word: String) throws(CatalogError) {
        guard depth > 0 else { return }
        depth -= 1
        if depth == 0 { try database.execute(word) }
    }

    private func owner() throws(CatalogError) -> [UInt8]? {
        try statement("SELECT uuid FROM store").first([]) { row in row.blob(0) }
    }

    private static func pragma(
        _ name: String, of database: borrowing Database
    ) throws(CatalogError) -> Int64 {
        try database.prepare("PRAGMA \(name)").first([]) { row in row.integer(0) } ?? 0
    }

    private static func fill(
        _ database: borrowing Database, store: String
    ) throws(CatalogError) {
        try database.execute("BEGIN")
        try database.execute(CatalogSchema.tables)
        try database.execute(CatalogSchema.kept)
        try database.prepare("INSERT INTO store VALUES(?)").run([.blob(Array(store.utf8))])
        try database.execute("PRAGMA user_version = \(CatalogSchema.version)")
        try database.execute("PRAGMA application_id = \(CatalogSchema.applicationID)")
        try database.execute("COMMIT")
    }
}
