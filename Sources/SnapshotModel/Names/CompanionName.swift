/// The names of files that mean something only together: a database, and beside it the journal or the log that SQLite keeps
/// under the database's name and a suffix.
///
/// The index of the log (`-shm`) is none of them: whoever opens the database first makes it anew.
package enum CompanionName {
    /// What the name of a database is followed by.
    package static let suffixes: [[UInt8]] = ["-journal", "-wal"].map { Array($0.utf8) }

    /// The database to which a file of this path would belong, `nil` if its name has no such suffix.
    package static func base(of path: BytePath) -> BytePath? {
        for suffix in suffixes where path.bytes.ends(with: suffix) {
            let base = path.bytes.dropLast(suffix.count)
            guard let last = base.last, last != UInt8(ascii: "/") else { return nil }
            return BytePath(Array(base))
        }
        return nil
    }

    /// The paths of the files that would belong to a database.
    package static func companions(of base: BytePath) -> [BytePath] {
        suffixes.map { BytePath(base.bytes + $0) }
    }
}

extension [UInt8] {
    fileprivate func ends(with suffix: [UInt8]) -> Bool {
        count >= suffix.count && self[(count - suffix.count)...].elementsEqual(suffix)
    }
}
