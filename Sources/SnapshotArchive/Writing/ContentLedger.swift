internal import SnapshotModel
internal import Synchronization

/// Packed data that lies in some zip: what a header needs to speak of it, and where it is.
struct PackedContent: Hashable, Sendable {
    var method: PackingMethod
    var checksum: UInt32
    var packed: Int64
    var plain: Int64
    /// Where the packed data begins.
    var offset: Int64
    /// The chunks of a large content.
    var chunks: [Extent] = []
}

/// Which contents the zip under way has, so that equal ones are compressed once.
final class ContentLedger: Sendable {
    /// What is known of a content.
    enum Answer {
        /// Nobody has it: the asker packs it.
        case yours
        /// Another is packing it; where is not known yet.
        case underWay
        /// It is in the zip.
        case written(PackedContent)
    }

    private let contents = Mutex<[Digest: PackedContent?]>([:])

    /// Looks up a content, and claims it for the asker if nobody has it.
    func claim(_ content: Digest) -> Answer {
        contents.withLock { contents in
            switch contents[content] {
            case .some(.some(let written)): return .written(written)
            case .some(.none): return .underWay
            case .none:
                contents.updateValue(nil, forKey: content)
                return .yours
            }
        }
    }

    /// Where a content is, `nil` while it is not in the zip.
    func written(_ content: Digest) -> PackedContent? {
        contents.withLock { $0[content] ?? nil }
    }

    /// Says where a content is.
    func note(_ content: Digest, _ packed: PackedContent) {
        contents.withLock { _ = $0.updateValue(packed, forKey: content) }
    }
}
