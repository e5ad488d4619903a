/// Why SQLite could not do something; the store answers it by dropping the catalog and building it anew.
package struct CatalogError: Error, Hashable, Sendable, CustomStringConvertible {
    /// SQLite's result code, extended where it has one.
    package let code: Int32
    /// SQLite's words for it.
    package let message: String

    /// Makes an error from SQLite's code and words.
    package init(code: Int32, message: String) {
        self.code = code
        self.message = message
    }

    /// The message with the code, for a log.
    package var description: String { "\(message) (SQLite \(code))" }
}
