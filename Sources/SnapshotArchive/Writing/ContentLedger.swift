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

    private struct State {
        var contents: [Digest: PackedContent?] = [:]
        /// What came since the last attempt began, `nil` before the first.
        var attempted: [Digest]?
    }

    private let state = Mutex(State())

    /// Looks up a content, and claims it for the asker if nobody has it.
    func claim(_ content: Digest) -> Answer {
        state.withLock { state in
            switch state.contents[content] {
            case .some(.some(let written)): return .written(written)
            case .some(.none): return .underWay
            case .none:
                state.contents.updateValue(nil, forKey: content)
                state.attempted?.append(content)
                return .yours
            }
        }
    }

    /// Where a content is, `nil` while it is not in the zip.
    func written(_ content: Digest) -> PackedContent? {
        state.withLock { $0.contents[content] ?? nil }
    }

    /// Says where a content is.
    func note(_ content: Digest, _ packed: PackedContent) {
        state.withLock { state in
            guard state.contents.updateValue(packed, forKey: content) == nil else { return }
            state.attempted?.append(content)
        }
    }

    /// Begins what may be undone, while one thread alone writes to the zip.
    func beginAttempt() {
        state.withLock { $0.attempted = [] }
    }

    /// Forgets everything that came since an attempt began: its room in the zip is given back.
    func undoAttempt() {
        state.withLock { state in
            for content in state.attempted ?? [] { state.contents[content] = nil }
            state.attempted = []
        }
    }
}
