internal import CSQLite

/// A value that goes into a statement.
enum SQLValue {
    case null
    case integer(Int64)
    case blob([UInt8])

    /// A number of the file system, bits unchanged: SQLite knows signed integers only.
    static func bits(_ value: UInt64) -> SQLValue { .integer(Int64(bitPattern: value)) }

    /// Any smaller number.
    static func number(_ value: some BinaryInteger) -> SQLValue { .integer(Int64(value)) }
}

/// A prepared statement of one connection.
///
/// It is a class because the connection keeps it in a dictionary, which cannot hold `~Copyable` values.
@safe
final class Statement {
    private let handle: OpaquePointer

    @unsafe
    init(adopting handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    deinit {
        unsafe sqlite3_finalize(handle)
    }

    /// Runs the statement to its end, without looking at rows.
    func run(_ values: [SQLValue]) throws(CatalogError) {
        try bind(values)
        defer { reset() }
        while try step() {}
    }

    /// Calls `body` with the statement at each row of its answer.
    func forEach(
        _ values: [SQLValue], _ body: (Statement) throws(CatalogError) -> Void
    ) throws(CatalogError) {
        try bind(values)
        defer { reset() }
        while try step() { try body(self) }
    }

    /// What `body` makes of the first row, `nil` if there is none.
    func first<Result>(
        _ values: [SQLValue], _ body: (Statement) throws(CatalogError) -> Result
    ) throws(CatalogError) -> Result? {
        try bind(values)
        defer { reset() }
        return try step() ? try body(self) : nil
    }

    private func step() throws(CatalogError) -> Bool {
        let code = unsafe sqlite3_step(handle)
        guard code == SQLITE_ROW || code == SQLITE_DONE else { throw failure(code) }
        return code == SQLITE_ROW
    }

    private func reset() {
        // The result repeats what step() already threw.
        _ = unsafe sqlite3_reset(handle)
    }

    private func failure(_ code: Int32) -> CatalogError {
        guard let words = unsafe sqlite3_errmsg(sqlite3_db_handle(handle)) else {
            return CatalogError(code: code, message: "unknown error")
        }
        return CatalogError(code: code, message: unsafe String(cString: words))
    }

    private func bind(_ values: [SQLValue]) throws(CatalogError) {
        for (position, value) in values.enumerated() {
            let place = Int32(position + 1)
            let code =
                switch value {
                case .null: unsafe sqlite3_bind_null(handle, place)
                case .integer(let number): unsafe sqlite3_bind_int64(handle, place, number)
                case .blob(let bytes): bind(bytes, at: place)
                }
            guard code == SQLITE_OK else { throw failure(code) }
        }
    }

    private func bind(_ bytes: [UInt8], at place: Int32) -> Int32 {
        // A null pointer would bind NULL, and an empty array may have no address.
        guard !bytes.isEmpty else { return unsafe sqlite3_bind_zeroblob(handle, place, 0) }
        // SQLITE_TRANSIENT, a cast macro that Swift cannot import: SQLite copies the bytes.
        let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        return unsafe bytes.withUnsafeBytes { buffer in
            unsafe sqlite3_bind_blob64(
                handle, place, buffer.baseAddress, UInt64(buffer.count), transient)
        }
    }
}

/// The columns of the row a statement stands at.
extension Statement {
    /// The integer of a column, 0 for NULL.
    func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

    /// The bytes of a column, none for NULL.
    func blob(_ column: Int32) -> [UInt8] {
        guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Whether a column is NULL.
    func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
    }
}
