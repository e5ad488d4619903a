internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotModel

/// The block signatures of large files, one file each in the store's cache directory.
///
/// They can be made anew from the store at any time, so whatever is wrong with one means that there is none, and one
/// that cannot be written is done without.
final class SignatureCache: Sendable {
    /// The secret with which the blocks are tagged.
    let key: SignatureKey
    private let path: BytePath

    private static let keyName = Array("key".utf8)
    /// Twelve bytes a block: enough for a file of a terabyte.
    private static let limit = 4 << 30
    /// Signatures that were not written for so many seconds belong to files that are at rest or gone.
    private static let longestAge: Int64 = 30 * 86_400

    /// Opens or makes the directory below the store's cache; a directory that cannot be made is no reason to stop.
    init(cache: BytePath, store uuid: String) {
        path = cache.appending(Array(uuid.utf8)).appending(Array("signatures".utf8))
        let folder = try? Directories.open(making: path)
        key = Self.key(in: folder) ?? Self.newKey(in: folder)
    }

    /// The signatures of a content, if there are any.
    func load(_ content: Digest) -> BlockSignatures? {
        guard let folder = try? Directories.open(making: path),
            let bytes = try? folder.open(Self.name(content), [.readOnly, .noFollow])
                .readAll(atMost: Self.limit)
        else { return nil }
        return BlockSignatures(encoded: bytes, for: content, key: key)
    }

    /// Keeps the signatures of a content, best effort.
    func save(_ signatures: BlockSignatures, of content: Digest) {
        guard let folder = try? Directories.open(making: path) else { return }
        try? AtomicFile.write(
            signatures.encoded(for: content, key: key), as: Self.name(content), in: folder)
    }

    /// Drops the signatures of a content that nothing new is compared with.
    func forget(_ content: Digest) {
        try? Directories.open(making: path).remove(Self.name(content))
    }

    /// Drops what was not used for a month.
    func trim(now: FileTime) {
        guard let folder = try? Directories.open(making: path) else { return }
        var old = [[UInt8]]()
        try? folder.names { name, _ in
            guard name != Self.keyName, let status = try? folder.status(of: name) else { return }
            if now.seconds - status.modified.seconds > Self.longestAge { old.append(name) }
        }
        for name in old { try? folder.remove(name) }
    }

    private static func name(_ content: Digest) -> [UInt8] { Array(content.hexadecimal.utf8) }

    private static func key(in folder: borrowing FileDescriptor?) -> SignatureKey? {
        switch folder {
        case .none: return nil
        case .some(let folder):
            let bytes = try? folder.open(keyName, [.readOnly, .noFollow])
                .readAll(atMost: SignatureKey.count + 1)
            return bytes.flatMap { SignatureKey($0) }
        }
    }

    private static func newKey(in folder: borrowing FileDescriptor?) -> SignatureKey {
        let bytes = RandomBytes.make(SignatureKey.count)
        guard let key = SignatureKey(bytes) else {
            preconditionFailure("a key of another size was asked for")
        }
        switch folder {
        case .none: break
        // Without it the signatures of this run are made anew by the next.
        case .some(let folder): try? AtomicFile.write(bytes, as: keyName, in: folder)
        }
        return key
    }
}
