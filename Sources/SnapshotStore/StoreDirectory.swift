internal import LinuxSystem
internal import SnapshotModel

/// A store's directory and its `expired/`, held open: the store stays this one, whatever is mounted over its path.
final class StoreDirectory: Sendable {
    let path: BytePath
    let main: FileDescriptor
    private let expired: FileDescriptor?

    init(path: BytePath, main: consuming FileDescriptor, expired: consuming FileDescriptor?) {
        self.path = path
        self.main = main
        self.expired = expired
    }

    /// Whether the store has an `expired/`; one that is only read may lack it.
    var hasExpired: Bool {
        switch expired {
        case .some: true
        case .none: false
        }
    }

    /// Calls `body` with the store's directory or with `expired/`.
    func with<Result: ~Copyable>(
        expired isExpired: Bool,
        _ body: (borrowing FileDescriptor) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        guard isExpired else { return try body(main) }
        switch expired {
        case .some(let folder): return try body(folder)
        case .none:
            throw SystemError("openat", path: BytePath(StoreFileName.expired), errno: .noEntry)
        }
    }

    /// The names in the store's directory or in `expired/`; half a listing is never returned.
    func names(expired isExpired: Bool) throws(SystemError) -> [[UInt8]] {
        try with(expired: isExpired) { folder throws(SystemError) in
            var found = [[UInt8]]()
            do {
                try folder.names { name, _ in found.append(name) }
            } catch let error as SystemError {
                throw error
            } catch {
                throw SystemError("getdents64", path: path, errno: .io)
            }
            return found
        }
    }

    /// The path of a file, for messages.
    func path(of name: [UInt8], expired isExpired: Bool) -> BytePath {
        (isExpired ? path.appending(StoreFileName.expired) : path).appending(name)
    }
}
