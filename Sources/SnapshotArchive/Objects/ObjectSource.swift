package import SnapshotModel

/// Where tree objects come from: one zip, or all zips of a store.
package protocol TreeSource: Sendable {
    /// The text of a tree object, checked against its digest; throws `damaged` if nothing has it whole.
    func treeObject(_ tree: Digest) throws(UserError) -> [UInt8]
}

extension ArchiveReader: TreeSource {}

/// The bytes of a content, which can be read at any place without reading what stands before.
///
/// One thread uses it at a time.
package protocol ContentBytes: AnyObject {
    /// Bytes of the content.
    var size: Int64 { get }

    /// Appends the bytes from `offset`, exactly `count` of them, to `buffer`.
    ///
    /// Nothing is checked against the content's digest, since only a part is read.
    func read(_ count: Int, at offset: Int64, into buffer: inout [UInt8]) throws
}
