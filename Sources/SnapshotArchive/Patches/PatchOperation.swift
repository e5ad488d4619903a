/// How a patch makes one range of the new content.
enum PatchKind: UInt8, Sendable, Hashable {
    /// From a range of the base, at the same place or another.
    case copy = 0
    /// Zeros.
    case zeros = 1
    /// From bytes in the patch.
    case stored = 2
    /// From a deflate stream in the patch.
    case deflated = 3
    /// From a deflate stream in the patch whose dictionary is a range of the base.
    case dictionary = 4

    /// Whether the range has bytes in the patch.
    var hasData: Bool { rawValue >= PatchKind.stored.rawValue }
}

/// One range of the new content.
struct PatchOperation: Sendable, Hashable {
    var kind: PatchKind
    /// Where the range begins in the new content.
    var start: Int64
    /// Bytes of the range.
    var count: Int64
    /// Where the range of the base begins that is copied or the dictionary.
    var base: Int64 = 0
    /// Bytes of the dictionary.
    var dictionary: Int32 = 0
    /// Bytes in the patch.
    var packed: Int32 = 0
    /// Where they begin in the patch.
    var data: Int64 = 0

    var end: Int64 { start + count }
}
