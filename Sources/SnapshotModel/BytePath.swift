/// A path as the kernel sees it: bytes without NUL, in no particular encoding.
package struct BytePath: Hashable, Sendable, Comparable {
    /// The bytes of the path, without a terminating NUL; empty for a tree's root.
    package var bytes: [UInt8]

    /// The root of a tree: the path with no components.
    package static let root = BytePath([])

    /// Makes a path from bytes, which must not hold a NUL.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Makes a path from the UTF-8 bytes of a string.
    package init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Whether this is a tree's root.
    package var isRoot: Bool { bytes.isEmpty }

    /// Whether the path starts at the file system's root.
    package var isAbsolute: Bool { bytes.first == UInt8(ascii: "/") }

    /// The path of the entry `name` inside this directory.
    package func appending(_ name: [UInt8]) -> BytePath {
        guard !bytes.isEmpty else { return BytePath(name) }
        var joined = bytes
        joined.reserveCapacity(bytes.count + 1 + name.count)
        if joined.last != UInt8(ascii: "/") { joined.append(UInt8(ascii: "/")) }
        joined.append(contentsOf: name)
        return BytePath(joined)
    }

    /// The path of `other`, which is relative to this directory.
    package func appending(_ other: BytePath) -> BytePath {
        other.isRoot ? self : appending(other.bytes)
    }

    /// The names between the slashes, empty ones left out.
    package var components: [[UInt8]] {
        bytes.split(separator: UInt8(ascii: "/")).map { Array($0) }
    }

    /// The last name of the path; empty for a root.
    package var name: [UInt8] {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return bytes }
        return Array(bytes[(slash + 1)...])
    }

    /// The directory that holds this path's entry, `nil` for a root.
    package var parent: BytePath? {
        guard !bytes.isEmpty, bytes != [UInt8(ascii: "/")] else { return nil }
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return .root }
        if slash == 0 { return BytePath([UInt8(ascii: "/")]) }
        return BytePath(Array(bytes[..<slash]))
    }

    /// Whether this path is `ancestor` itself or lies below it.
    package func isInside(_ ancestor: BytePath) -> Bool {
        if ancestor.isRoot { return !isAbsolute }
        guard bytes.starts(with: ancestor.bytes) else { return false }
        return bytes.count == ancestor.bytes.count
            || ancestor.bytes.last == UInt8(ascii: "/")
            || bytes[ancestor.bytes.count] == UInt8(ascii: "/")
    }

    /// Orders paths by their bytes, as the store does everywhere.
    package static func < (left: BytePath, right: BytePath) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}
