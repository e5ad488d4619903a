internal import LinuxSystem
internal import SnapshotModel

/// A SHA-256 that another thread computes, a few parts behind the one that reads.
final class BackgroundDigest: Sendable {
    /// A part of the message.
    private enum Part: Sendable {
        case bytes([UInt8])
        case zeros(Int64)
    }

    private struct State {
        var parts: [Part] = []
        var isEnded = false
        var digest: Digest?
    }

    /// Parts that may wait, at most 1 MiB each.
    private static let longestQueue = 8

    private let state = Monitor(State())

    private init() {}

    /// Runs `body`, which adds parts, and returns the digest of them all beside its result.
    static func compute<Result>(
        _ body: (BackgroundDigest) throws -> Result
    ) throws -> (result: Result, digest: Digest) {
        let line = BackgroundDigest()
        let thread = try Thread(name: "hasher") { line.work() }
        let result = Swift.Result { try body(line) }
        line.state.update { $0.isEnded = true }
        thread.join()
        let value = try result.get()
        let digest = line.state.read { $0.digest }
        guard let digest else { preconditionFailure("a digest was not computed") }
        return (value, digest)
    }

    /// Adds bytes to the message.
    func add(_ bytes: [UInt8]) { add(.bytes(bytes)) }

    /// Adds zeros to the message.
    func addZeros(_ count: Int64) { add(.zeros(count)) }

    private func add(_ part: Part) {
        _ = state.wait { $0.parts.count < Self.longestQueue ? true : nil }
        state.update { $0.parts.append(part) }
    }

    private func work() {
        var hash = SHA256()
        let zeros = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            let parts = state.wait { state in
                state.parts.isEmpty && !state.isEnded ? nil : state.parts
            }
            guard let parts, !parts.isEmpty else { break }
            for part in parts {
                switch part {
                case .bytes(let bytes): hash.update(bytes.span)
                case .zeros(var count):
                    while count > 0 {
                        let step = Int(min(count, Int64(zeros.count)))
                        hash.update(zeros.span.extracting(0..<step))
                        count -= Int64(step)
                    }
                }
                state.update { _ = $0.parts.removeFirst() }
            }
        }
        let digest = hash.next()
        state.update { $0.digest = digest }
    }
}
