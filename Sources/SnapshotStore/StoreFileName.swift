internal import LinuxSystem

/// The names in a store's directory.
enum StoreFileName {
    static let readme = Array("README.txt".utf8)
    static let identity = Array("store.json".utf8)
    /// The same once more, in case the first one is damaged.
    static let identityCopy = Array("store.old.json".utf8)
    static let annotations = Array("annotations.json".utf8)
    static let olderAnnotations = Array("annotations.old.json".utf8)
    static let reserve = Array("reserve".utf8)
    static let lock = Array("lock".utf8)
    static let expired = Array("expired".utf8)
    /// Where zips go that other snapshots still need.
    static let base = Array("base".utf8)

    /// What a store has beside its zips; a directory with nothing else is a store that was not finished.
    static let skeleton: Set<[UInt8]> = [
        readme, identity, identityCopy, annotations, olderAnnotations, reserve, lock, expired, base,
    ]

    /// Whether a crash may have left this name behind.
    static func isTemporary(_ name: [UInt8]) -> Bool {
        name.starts(with: TemporaryName.prefix.utf8)
    }

    /// Whether the name ends like a zip's.
    static func isZip(_ name: [UInt8]) -> Bool {
        name.count > 4 && String(decoding: name.suffix(4), as: UTF8.self).lowercased() == ".zip"
    }
}
