internal import CSQLite
internal import SnapshotModel

/// One connection to one SQLite file, used by one thread at a time.
@safe
struct Database: ~Copyable {
    private let handle: OpaquePointer

    /// Opens or makes the file at a path; an empty path means a catalog in memory.
    static func open(_ path: BytePath) throws(CatalogError) -> Database {
        let name = path.isRoot ? Array(":memory:".utf8) : path.bytes
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        var opened: OpaquePointer?
        let code = unsafe (name + [0]).withUnsafeBytes { bytes in
            unsafe sqlite3_open_v2(
                bytes.bindMemory(to: CChar.self).baseAddress, &opened, flags, nil)
        }
        guard let handle = unsafe opened else {
            throw CatalogError(code: code, message: "out of memory")
        }
        // Also a connection that could not be opened is to be closed.
        let database = unsafe Database(adopting: handle)
        guard code == SQLITE_OK else { throw database.failure(code) }
        unsafe sqlite3_extended_result_codes(handle, 1)
        return database
    }

    @unsafe
    private init(adopting handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    deinit {
        unsafe sqlite3_close_v2(handle)
    }

    /// Runs SQL that takes and yields nothing.
    func execute(_ sql: String) throws(CatalogError) {
        let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code) }
    }

    /// Prepares a statement that is kept for as long as the connection.
    func prepare(_ sql: String) throws(CatalogError) -> Statement {
        var prepared: OpaquePointer?
        let code = unsafe sqlite3_prepare_v3(
            handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let statement = unsafe prepared else { throw failure(code) }
        return unsafe Statement(adopting: statement)
    }

    private func failure(_ code: Int32) -> CatalogError {
        guard let words = unsafe sqlite3_errmsg(handle) else {
            return CatalogError(code: code, message: "unknown error")
        }
        return CatalogError(code: code, message: unsafe String(cString: words))
    }
}
