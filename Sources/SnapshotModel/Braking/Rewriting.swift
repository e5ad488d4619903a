/// Counts files in whose place there is something incompressible, which is what encryption leaves behind.
package struct Rewriting: Sendable {
    /// One side of a change.
    package struct File: Hashable, Sendable {
        /// The content.
        package var content: Digest
        /// Bytes of the content.
        package var size: Int64
        /// Whether compression makes it smaller; `nil` if nobody knows.
        package var isCompressible: Bool?

        /// Makes a side of a change.
        package init(content: Digest, size: Int64, isCompressible: Bool?) {
            self.content = content
            self.size = size
            self.isCompressible = isCompressible
        }
    }

    /// What is shorter cannot be compressed anyway.
    private static let leastSize: Int64 = 64

    private var removed: [BytePath: Digest] = [:]
    private var dense: [(path: BytePath, content: Digest)] = []
    private var inPlace = 0
    /// How many incompressible files are other incompressible ones now, in their place.
    package private(set) var replaced = 0

    /// Makes a count of no changes.
    package init() {}

    /// Takes in one path with a file on either side, or on both.
    package mutating func add(path: BytePath, before: File?, after: File?) {
        let isDense =
            after.map { $0.size >= Self.leastSize && $0.isCompressible == false } ?? false
        switch (before, after) {
        case (let before?, let after?):
            let wasDense = before.size >= Self.leastSize && before.isCompressible == false
            guard isDense, before.size > 0, before.content != after.content else { return }
            if wasDense { replaced += 1 } else { inPlace += 1 }
        case (let before?, nil): removed[path] = before.content
        case (nil, let after?): if isDense { dense.append((path, after.content)) }
        case (nil, nil): break
        }
    }

    /// How many files were rewritten: in their place, or beside it under another extension.
    package var count: Int {
        let moved = Set(removed.values)
        var origins: [BytePath: Int] = [:]
        for path in removed.keys {
            for name in Self.names(of: path) { origins[name, default: 0] += 1 }
        }
        var found = 0
        for (path, content) in dense where !moved.contains(content) {
            // `plan.odt` may have become `plan.odt.locked` as well as `plan.locked`.
            let match = Self.names(of: path).first { origins[$0, default: 0] > 0 }
            guard let match else { continue }
            origins[match, default: 0] -= 1
            found += 1
        }
        return inPlace + min(found, removed.count)
    }

    /// The path without its extension, and the whole path, which the other side may have extended.
    private static func names(of path: BytePath) -> [BytePath] {
        let bytes = path.bytes
        let start = bytes.count - path.name.count
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > start else { return [path] }
        return [path, BytePath(Array(bytes[..<dot]))]
    }
}
