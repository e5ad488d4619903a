internal import LinuxSystem
internal import SnapshotModel

/// Puts the chunks of one file in order: threads pack them in any order and pass here one after the other.
final class ChunkLine: Sendable {
    /// What the file came to.
    struct Result: Sendable {
        var content: Digest
        var checksum: UInt32
        var plain: Int64
        var end: Int64
        var chunks: [Extent]
        var method: PackingMethod
        var wasCut: Bool
        var failure: SystemError?
        /// Signatures of the blocks, if every chunk came with some.
        var signatures: BlockSignatures?
    }

    private struct State: ~Copyable {
        var next = 0
        var hash = SHA256()
        var checksum = CRC32()
        var plain: Int64 = 0
        var end: Int64
        var chunks: [Extent] = []
        var isStopped = false
        var wasCut = false
        var failure: SystemError?
        var signatures: BlockSignatures? = BlockSignatures()
    }

    let method: PackingMethod
    private let start: Int64
    private let state: Monitor<State>

    init(startingAt start: Int64, method: PackingMethod) {
        self.start = start
        self.method = method
        state = Monitor(State(end: start))
    }

    /// Waits until the chunks before are through, and says where this one's packed bytes go.
    ///
    /// `isCut` says that the file ends with this chunk, before its time. `nil` means that the work has ended.
    func pass(_ number: Int, _ plain: [UInt8], _ packed: PackedChunk, isCut: Bool) -> Int64? {
        let mayPass = state.wait { state -> Bool? in
            if state.isStopped { return false }
            return state.next == number ? true : nil
        }
        guard mayPass == true else { return nil }
        return state.update { state in
            state.hash.update(plain.span)
            state.checksum.update(plain.span)
            state.plain += Int64(plain.count)
            let offset = state.end
            for var extent in packed.extents {
                state.end += extent.packed
                // A stored file can be read anywhere without a list of its pieces.
                guard self.method == .deflated else { continue }
                extent.offset += offset - self.start
                state.chunks.append(extent)
            }
            if let signatures = packed.signatures {
                state.signatures?.append(signatures)
            } else {
                state.signatures = nil
            }
            state.next += 1
            if isCut { (state.wasCut, state.isStopped) = (true, true) }
            return offset
        }
    }

    /// Ends the work: the file cannot be read, or the zip not be written.
    func stop(_ failure: SystemError? = nil) {
        state.update { state in
            state.isStopped = true
            if let failure { state.failure = failure }
        }
    }

    /// What the file came to, once no thread works on it any more.
    func result() -> Result {
        state.read { state in
            Result(
                content: state.hash.next(), checksum: state.checksum.value, plain: state.plain,
                end: state.end, chunks: state.chunks.count > 1 ? state.chunks : [],
                method: self.method, wasCut: state.wasCut, failure: state.failure,
                signatures: state.signatures)
        }
    }
}
