internal import SnapshotModel

/// Understands single values, and says where those are that it does not.
struct ValueReader {
    let source: ConfigurationSource
    let places: ConfigurationPlaces

    func duration(_ text: String?, key: String, pointer: String) throws(UserError) -> Duration? {
        guard let text else { return nil }
        guard let duration = DurationText.parse(text) else {
            throw error(
                pointer, "\(key) = \(quoted(text)): no such unit",
                remedy: "write 3s, 2m, 1h or 1d", subject: text)
        }
        return duration
    }

    func size(_ text: String?, key: String, pointer: String) throws(UserError) -> Int64? {
        guard let text else { return nil }
        guard let size = ByteSize.parse(text), size > 0 else {
            throw error(
                pointer, "\(key) = \(quoted(text)): no such size",
                remedy: "write 500K, 10M, 2G or 10MB", subject: text)
        }
        return size
    }

    func count(_ count: Int?, key: String, pointer: String) throws(UserError) -> Int {
        guard let count else { return 0 }
        guard count >= 0 else {
            throw error(
                pointer, "\(key) = \(count): a count is not negative",
                remedy: "write 0 for none", subject: String(count))
        }
        return count
    }

    /// An absolute path; `~` stands for the home directory.
    func path(_ text: String, key: String, pointer: String) throws(UserError) -> BytePath {
        var path = BytePath(text)
        if text == "~" || text.hasPrefix("~/") {
            guard let home = places.home else {
                throw error(
                    pointer, "\(key) = \(quoted(text)): there is no HOME for ~ to stand for",
                    remedy: "write the whole path", subject: text)
            }
            path = home.appending(Array(text.utf8.dropFirst(2)))
        }
        guard path.isAbsolute, !path.bytes.contains(0) else {
            throw error(
                pointer, "\(key) = \(quoted(text)): a path begins with / or ~/",
                remedy: "write the whole path", subject: text)
        }
        return path.withoutTrailingSlashes
    }

    func error(
        _ pointer: String, _ message: String, remedy: String, subject: String
    ) -> UserError {
        UserError(
            .configValue, source.prefix(ofValue: pointer) + message, remedy: remedy,
            subject: subject)
    }

    func quoted(_ text: String) -> String { "\"\(displayName(Array(text.utf8)))\"" }
}

extension BytePath {
    /// The path without slashes at its end, except where it is `/` alone.
    var withoutTrailingSlashes: BytePath {
        var bytes = bytes
        while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        return BytePath(bytes)
    }
}
