package import SnapshotModel

/// One entry of a zip: what its local and central headers say.
package struct ZipEntry: Hashable, Sendable {
    /// What kinds of things the headers can name; everything else is in the tree only.
    package enum Kind: UInt16, Sendable, Hashable {
        case file = 0o100000
        case directory = 0o040000
        case link = 0o120000
    }

    /// The name's bytes as the zip has them; a directory's ends in a slash.
    package var name: [UInt8]
    /// What the entry stands for.
    package var kind: Kind
    /// Permission bits, 0 to 0o777: what `unzip` run as root must not create is not said here.
    package var permissions: UInt16
    /// The owner's number.
    package var uid: UInt32
    /// The group's number.
    package var gid: UInt32
    /// When the content last changed, whole seconds.
    package var modified: Int64
    /// The time of a header that was read and has no exact one, because readers do not agree on that; `modified` is 0 then.
    var roughTime: DOSTime?
    /// How the data is packed.
    package var method: PackingMethod = .stored
    /// The checksum of the plain data.
    package var checksum: UInt32 = 0
    /// Bytes of the data as packed.
    package var packed: Int64 = 0
    /// Bytes of the data unpacked.
    package var plain: Int64 = 0
    /// SHA-256 of the plain data of a file.
    package var digest: Digest?
    /// Whether the local header has room for sizes of 4 GiB and more.
    package var isWide = false
    /// Where the local header begins.
    package var headerOffset: Int64 = 0

    /// Makes an entry without data.
    package init(
        name: [UInt8], kind: Kind, permissions: UInt16, uid: UInt32 = 0, gid: UInt32 = 0,
        modified: Int64
    ) {
        self.name = name
        self.kind = kind
        self.permissions = permissions
        self.uid = uid
        self.gid = gid
        self.modified = modified
    }

    /// The first value that a 32-bit field cannot hold: 0xFFFFFFFF itself announces the wide field.
    static let fieldLimit: Int64 = 0xFFFF_FFFF

    /// Files from this size on get a wide local header before their packed size is known.
    ///
    /// It lies below the field's limit because data that does not shrink grows a little.
    static let wideSize: Int64 = 0xFF00_0000

    /// Whether the entry's name needs to be flagged as UTF-8.
    var isUTF8Flagged: Bool { name.contains { $0 >= 0x80 } }

    /// The general purpose flags.
    var flags: UInt16 { isUTF8Flagged ? 1 << 11 : 0 }

    /// Whether the central header has wide fields.
    var needsWideCentral: Bool {
        plain >= Self.fieldLimit || packed >= Self.fieldLimit || headerOffset >= Self.fieldLimit
    }

    /// The version of the zip specification that a reader must know: 2.0, or 4.5 for wide fields.
    var versionNeeded: UInt16 { isWide || needsWideCentral ? 45 : 20 }
}
