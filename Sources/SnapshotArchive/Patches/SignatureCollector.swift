package import SnapshotModel
internal import Synchronization

/// Takes the signatures of large files while their first version is packed, so that nothing is read twice.
package final class SignatureCollector: Sendable {
    /// The key of the store's signatures.
    package let key: SignatureKey
    private let found = Mutex<[Digest: BlockSignatures]>([:])

    /// Starts with none.
    package init(key: SignatureKey) {
        self.key = key
    }

    /// Takes what belongs to a content that is packed.
    func note(_ content: Digest, _ signatures: BlockSignatures) {
        found.withLock { $0[content] = signatures }
    }

    /// Drops what belongs to a content that is not in the zip after all.
    func forget(_ content: Digest) {
        found.withLock { $0[content] = nil }
    }

    /// What was collected since the last call, by content.
    package func take() -> [Digest: BlockSignatures] {
        found.withLock { found in
            defer { found = [:] }
            return found
        }
    }
}
