internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotModel

/// The directory of an open store's catalog, which no other store has at the same time.
///
/// A copy of a store has its identity. The one that is opened while the other is open gets a directory of its own,
/// named by its path too, and has it from then on.
final class CatalogFolder: Sendable {
    let path: BytePath
    private let identity: FileIdentity
    private let lock: FileDescriptor

    private static let lockName = Array("lock".utf8)
    /// The lock of a store that was just closed may last as long as a program that was started meanwhile.
    private static let patience = Duration.seconds(2)
    private static let look = Duration.milliseconds(10)

    /// Takes the directory of the store with an identity that lies at a path; `nil` if others have all it may have.
    static func take(
        store uuid: String, at store: BytePath, in cache: BytePath
    ) throws(SystemError) -> CatalogFolder? {
        let shared = cache.appending(Array(uuid.utf8))
        let digest = SHA256.digest(of: store.bytes).hexadecimal.prefix(16)
        let own = cache.appending(Array("\(uuid).\(digest)".utf8))
        if isThere(own) { return try take(own) }
        if let folder = try take(shared) { return folder }
        return try take(own)
    }

    /// Takes a directory, waiting for a moment; `nil` if somebody has it.
    private static func take(_ path: BytePath) throws(SystemError) -> CatalogFolder? {
        let deadline = MonotonicInstant.now + patience
        let monitor = Monitor(())
        while true {
            if let folder = try CatalogFolder(path) { return folder }
            guard MonotonicInstant.now < deadline else { return nil }
            _ = monitor.wait(until: min(deadline, .now + look)) { _ -> Bool? in nil }
        }
    }

    private init?(_ path: BytePath) throws(SystemError) {
        let folder = try Directories.open(making: path)
        let lock = try folder.open(
            Self.lockName, [.readWrite, .create, .noFollow], mode: 0o600)
        guard try lock.lock(exclusive: true) else { return nil }
        self.path = path
        identity = try lock.status().identity
        self.lock = lock
    }

    private static func isThere(_ path: BytePath) -> Bool {
        (try? FileDescriptor.status(of: path, following: false)) != nil
    }

    /// Whether nobody removed the directory, or put another in its place, since it was taken.
    var isHeld: Bool {
        let lock = path.appending(Self.lockName)
        return (try? FileDescriptor.status(of: lock, following: false))?.identity == identity
    }

    /// The same directory, made anew where somebody removed it; `nil` if another store has it by now.
    func renewed() throws(SystemError) -> CatalogFolder? {
        isHeld ? self : try Self.take(path)
    }
}
