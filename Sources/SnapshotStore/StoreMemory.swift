internal import LinuxSystem
internal import SnapshotModel

/// What is remembered of a store outside of it: where it was, its highest number, how long agents ran with it.
struct StoreMemory: Codable, Hashable, Sendable {
    var uuid: String
    var path: PathText
    /// The highest number that was given out.
    var highest: Int
    /// Nanoseconds that agents ran with this store.
    var running: Int64

    private static let folder = Array(".seen".utf8)
    private static let limit = 1 << 20

    /// What is remembered of the store with an identity.
    static func of(_ uuid: String, in state: BytePath) -> StoreMemory? {
        all(in: state).first { $0.uuid == uuid }
    }

    /// What is remembered of stores at a path.
    static func at(_ path: BytePath, in state: BytePath) -> [StoreMemory] {
        all(in: state).filter { $0.path.path == path }
    }

    /// Remembers the store as it is now.
    func write(in state: BytePath) throws {
        let folder = try Directories.open(making: state.appending(Self.folder))
        try AtomicFile.write(try StoreJSON.encode(self), as: Self.name(of: uuid), in: folder)
    }

    /// Forgets the store.
    func forget(in state: BytePath) throws(SystemError) {
        let folder = try Directories.open(making: state.appending(Self.folder))
        try folder.remove(Self.name(of: uuid))
    }

    private static func name(of uuid: String) -> [UInt8] { Array("\(uuid).json".utf8) }

    /// A file that cannot be read is one that is not there: the store itself has all that matters.
    private static func all(in state: BytePath) -> [StoreMemory] {
        var found = [StoreMemory]()
        guard let folder = try? FileDescriptor.open(state.appending(folder), [.directory])
        else { return [] }
        try? folder.names { name, _ in
            guard
                let text = try? folder.open(name, [.noFollow, .nonBlocking])
                    .readAll(atMost: limit),
                let memory = try? StoreJSON.decode(StoreMemory.self, from: text)
            else { return }
            found.append(memory)
        }
        return found
    }
}
