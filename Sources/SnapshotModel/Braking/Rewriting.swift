/// Counts files in whose place there is something incompressible, which is what encryption leaves behind.
///
/// Of paths and contents it holds hashes alone: some dozen bytes for each file that came or went.
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

    /// A file that came or went.
    fileprivate struct Mark: Sendable {
        var content: Int
        var path: Int
        /// The path without its extension.
        var stem: Int
    }

    private var removed: [Mark] = []
    private var dense: [Mark] = []
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
        case (let before?, nil): removed.append(Self.mark(path, before.content))
        case (nil, let after?): if isDense { dense.append(Self.mark(path, after.content)) }
        case (nil, nil): break
        }
    }

    /// How many files were rewritten: in their place, or beside it under another extension.
    package var count: Int {
        guard !removed.isEmpty, !dense.isEmpty else { return inPlace }
        let moved = Set(removed.lazy.map(\.content))
        var origins: [Int: Int] = [:]
        for mark in removed {
            for name in mark.names { origins[name, default: 0] += 1 }
        }
        var found = 0
        for mark in dense where !moved.contains(mark.content) {
            // `plan.odt` may have become `plan.odt.locked` as well as `plan.locked`.
            let match = mark.names.first { origins[$0, default: 0] > 0 }
            guard let match else { continue }
            origins[match, default: 0] -= 1
            found += 1
        }
        return inPlace + min(found, removed.count)
    }

    private static func mark(_ path: BytePath, _ content: Digest) -> Mark {
        let bytes = path.bytes
        let start = bytes.count - path.name.count
        var stem = path
        if let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > start {
            stem = BytePath(Array(bytes[..<dot]))
        }
        return Mark(content: content.hashValue, path: path.hashValue, stem: stem.hashValue)
    }
}

extension Rewriting.Mark {
    /// The path, which the other side may have extended, and the path without its extension.
    fileprivate var names: [Int] { path == stem ? [path] : [path, stem] }
}
