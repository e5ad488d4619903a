extension BytePath {
    /// Whether a walk comes to this path before the other: depth first, a directory before what it holds,
    /// siblings in the order of their bytes.
    ///
    /// That is not the order of the paths' bytes: `a-b` comes behind everything in `a`.
    package func comesBefore(_ other: BytePath) -> Bool {
        let slash = UInt8(ascii: "/")
        return bytes.lexicographicallyPrecedes(other.bytes) { left, right in
            // No name has a NUL, and nothing sorts before the end of a name.
            (left == slash ? 0 : left) < (right == slash ? 0 : right)
        }
    }
}
