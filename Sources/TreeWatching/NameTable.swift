/// Names of directories, one after the other in one array.
struct NameTable {
    /// Where a name is.
    struct Slice {
        var start: UInt32
        var count: Int32

        var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
    }

    /// Less than this is not worth the work of tidying up.
    private static let smallWaste = 1 << 16

    private var bytes: [UInt8] = []
    private var waste = 0

    /// Whether half of the array is names that are not needed any more.
    var isWasteful: Bool { waste > Self.smallWaste && waste > bytes.count / 2 }

    /// How much memory the names take.
    var byteCount: Int { bytes.count }

    /// A name as bytes of its own.
    subscript(slice: Slice) -> [UInt8] { Array(bytes[slice.range]) }

    /// Adds a name.
    mutating func insert(_ name: [UInt8]) -> Slice {
        defer { bytes += name }
        return Slice(start: UInt32(bytes.count), count: Int32(name.count))
    }

    /// Takes note that a name is not needed any more.
    mutating func remove(_ slice: Slice) {
        waste += Int(slice.count)
    }

    /// Whether a name is the one at a slice.
    func holds(_ name: [UInt8], at slice: Slice) -> Bool {
        bytes[slice.range].elementsEqual(name)
    }

    /// Names with slashes between them.
    func joined(_ slices: some Sequence<Slice>) -> [UInt8] {
        var path: [UInt8] = []
        for slice in slices {
            if !path.isEmpty { path.append(UInt8(ascii: "/")) }
            path += bytes[slice.range]
        }
        return path
    }

    /// A hash of a name in the directory of a watch.
    func hash(of name: [UInt8], in parent: Int32) -> Int {
        var hasher = Hasher()
        hasher.combine(parent)
        unsafe name.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        return hasher.finalize()
    }
}
