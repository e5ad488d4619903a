package import SnapshotModel

/// Tree objects in memory, by their digests.
package struct TreeObjects: TreeObjectSink, Sendable {
    /// The texts.
    package private(set) var texts: [Digest: [UInt8]] = [:]

    /// Makes a collection of none.
    package init() {}

    /// Adds an object and says its identity.
    package mutating func add(_ text: [UInt8]) -> Digest {
        let tree = SHA256.digest(of: text)
        texts[tree] = text
        return tree
    }

    /// Adds all objects of a directory that holds these entries, which are in the order of their names' bytes.
    package mutating func add(directory entries: [TreeEntry]) throws {
        var splitter = TreeSplitter()
        _ = try splitter.split(entries, into: &self)
    }
}
