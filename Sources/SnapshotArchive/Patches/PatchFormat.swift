/// Numbers of the binary form of a patch, which docs/format.md describes.
package enum PatchFormat {
    /// The first bytes of a patch and its version.
    static let start: [UInt8] = Array("SNPP".utf8) + [1]

    /// Bytes at the end of a patch that say how long its table is.
    static let endingCount = 8

    /// The longest piece of new content that stands for itself in a patch.
    static let longestPiece = 64 << 10

    /// A table that unpacks to more than this many times its size is stored, and refused if it is not.
    ///
    /// It bounds the memory that a hostile patch can ask for.
    static let largestTableRatio = 16

    /// Tables of at most this size may be packed any tighter.
    static let smallTable = 64 << 10

    /// The most layers of patches over a content that is whole.
    package static let deepestChain = 16

    /// Whether a table of `plain` bytes may be packed into `packed`.
    static func allowsTable(packed: Int, plain: Int) -> Bool {
        plain <= smallTable || plain <= packed * largestTableRatio
    }
}

/// Why a patch cannot be used.
package enum PatchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The bytes are not a patch.
    case notAPatch
    /// A later version wrote it.
    case version(UInt8)
    /// The table cannot be read, or names ranges that are not there.
    case table
    /// The base has another size than the patch was made for.
    case base
    /// A piece does not unpack to what the table says.
    case piece
    /// A range outside the content was asked for.
    case range
    /// The content does not have its digest.
    case digest

    /// What is wrong: lower case, no full stop.
    package var description: String {
        switch self {
        case .notAPatch: "not a patch"
        case .version(let version): "a patch of version \(version)"
        case .table: "the table of the patch is damaged"
        case .base: "the patch belongs to another base"
        case .piece: "a piece of the patch is damaged"
        case .range: "a range outside the content"
        case .digest: "the content differs from its hash"
        }
    }
}
