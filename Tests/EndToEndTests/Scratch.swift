import Foundation

/// A private directory of one test, removed with all it holds when the value goes away.
final class Scratch: Sendable {
    let path: String

    init() throws {
        let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        // Short, because a socket's path has 107 bytes at most.
        path = "\(parent)/snapagent-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            print("left behind: \(path): \(error)")
        }
    }

    /// The path of a name inside.
    func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Makes a directory, with its parents, and returns its path.
    @discardableResult
    func directory(_ name: String) throws -> String {
        try FileManager.default.createDirectory(
            atPath: path(name), withIntermediateDirectories: true)
        return path(name)
    }

    /// Writes a file, its directory made if missing, and returns its path.
    @discardableResult
    func file(_ name: String, _ content: String = "") throws -> String {
        let url = URL(fileURLWithPath: path(name))
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(content.utf8).write(to: url)
        return url.path
    }

    /// Removes a file or a directory with what it holds.
    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path(name))
    }

    /// A file's content.
    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: path(name))), as: UTF8.self)
    }

    /// The names in a directory, sorted.
    func names(_ name: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
    }

    /// Whether anything has that name.
    func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: path(name))
    }
}
