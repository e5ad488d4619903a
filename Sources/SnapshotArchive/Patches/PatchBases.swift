package import SnapshotModel

/// Finds older contents that new versions of large files may be made from.
package protocol PatchBases: Sendable {
    /// The key of the signatures.
    var key: SignatureKey { get }

    /// What a new version of this content may be made from, and how many bytes such a patch may have; `nil` if the new
    /// version is better stored whole.
    ///
    /// - Throws: What reading the old content throws.
    func base(for content: Digest) throws -> (base: PatchBase, limit: Int64)?
}
