internal import LinuxSystem
internal import SnapshotModel

/// The content of `store.json`: whose store it is, and which numbers it may have given out.
struct StoreIdentity: Codable, Hashable, Sendable {
    /// The newest format of a store that this program reads and writes.
    static let newestFormat = 1

    /// Numbers are reserved in blocks of this many, so that a number is never used twice.
    static let block = 1000

    var format = newestFormat
    var uuid: String
    /// The machine that writes: flock is local to a machine on some file systems.
    var machine: String
    var dataset: String
    var root: PathText
    var rootDevice: UInt64
    var rootInode: UInt64
    /// Every number up to here may have been used.
    var reserved: Int
    /// Whether there was an annotations file: its absence then is a loss.
    var isAnnotated: Bool

    private enum CodingKeys: String, CodingKey {
        case format, uuid, machine, dataset, root
        case rootDevice = "root_device"
        case rootInode = "root_inode"
        case reserved
        case isAnnotated = "annotated"
    }

    /// The identity of a new store.
    init(_ settings: StoreSettings) {
        uuid = RandomBytes.uuid()
        machine = settings.machine
        dataset = settings.dataset
        root = PathText(settings.root)
        rootDevice = settings.rootIdentity.device
        rootInode = settings.rootIdentity.inode
        reserved = Self.block
        isAnnotated = false
    }

    /// Whether the directory that is saved is the one of the settings; device numbers change with each boot.
    func hasRoot(of settings: StoreSettings) -> Bool {
        root.path == settings.root && rootInode == settings.rootIdentity.inode
    }

    /// Takes over the root of the settings.
    mutating func adoptRoot(of settings: StoreSettings) {
        dataset = settings.dataset
        root = PathText(settings.root)
        rootDevice = settings.rootIdentity.device
        rootInode = settings.rootIdentity.inode
    }

    /// Reserves the block that a number lies in; returns whether anything changed.
    mutating func reserve(upTo number: Int) -> Bool {
        guard number > reserved else { return false }
        reserved = (number / Self.block + 1) * Self.block
        return true
    }
}

/// What every version of `store.json` has.
struct FormatText: Decodable {
    let format: Int
}

/// A path in JSON: text as people read it, and the bytes where the text is not all.
struct PathText: Codable, Hashable, Sendable {
    private var text: String
    private var base64: String?

    private enum CodingKeys: String, CodingKey {
        case text = "path"
        case base64 = "path_base64"
    }

    init(_ path: BytePath) {
        text = String(decoding: path.bytes, as: UTF8.self)
        guard Array(text.utf8) != path.bytes else { return }
        var encoded = [UInt8]()
        Base64.encode(path.bytes, into: &encoded)
        base64 = String(decoding: encoded, as: UTF8.self)
    }

    var path: BytePath {
        guard let base64, let bytes = Base64.decode(Array(base64.utf8)[...]) else {
            return BytePath(text)
        }
        return BytePath(bytes)
    }
}
