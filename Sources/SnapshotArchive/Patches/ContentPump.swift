internal import LinuxSystem
package import SnapshotModel

/// Reads whole contents, each window by the next free of several threads.
package enum ContentPump {
    private static let window: Int64 = 1 << 20
    private static let largestThreadCount = 4

    /// Gives `body` a content in order, part by part, and returns the SHA-256 of all of it.
    ///
    /// Every thread makes its own bytes by `making`. The digest is known at the end only: what was done with the
    /// parts counts once it was compared.
    package static func read(
        threads: Int = ProcessorCount.available,
        making: @Sendable @escaping () throws -> any ContentBytes,
        _ body: (Span<UInt8>) throws -> Void
    ) throws -> Digest {
        let content = try making()
        let windows = Int((content.size + window - 1) / window)
        let count = min(threads, largestThreadCount, windows / 2)
        var hash = SHA256()
        guard count > 1 else {
            var bytes = [UInt8]()
            for number in 0..<windows {
                bytes.removeAll(keepingCapacity: true)
                try Self.read(number, of: content, into: &bytes)
                hash.update(bytes.span)
                try body(bytes.span)
            }
            return hash.finish()
        }
        let line = WindowLine(count: windows, ahead: count + 2)
        try run(count, line, making) {
            while let bytes = try line.take() {
                hash.update(bytes.span)
                try body(bytes.span)
            }
        }
        return hash.finish()
    }

    /// Gives `body` a content in order and throws `PatchError.digest` at the end if it is another one.
    package static func read(
        _ content: Digest, threads: Int = ProcessorCount.available,
        making: @Sendable @escaping () throws -> any ContentBytes,
        _ body: (Span<UInt8>) throws -> Void
    ) throws {
        guard try read(threads: threads, making: making, body) == content else {
            throw PatchError.digest
        }
    }

    private static func read(
        _ number: Int, of content: any ContentBytes, into bytes: inout [UInt8]
    ) throws {
        let offset = Int64(number) * window
        try content.read(Int(min(window, content.size - offset)), at: offset, into: &bytes)
    }

    /// Starts threads one inside the other, since a list cannot hold them, then consumes and joins them all.
    private static func run(
        _ count: Int, _ line: WindowLine,
        _ making: @Sendable @escaping () throws -> any ContentBytes,
        _ consume: () throws -> Void
    ) throws {
        guard count > 0 else {
            defer { line.stop() }
            return try consume()
        }
        let thread: Thread
        do throws(SystemError) {
            thread = try Thread(name: "unpacker \(count)") {
                do {
                    let content = try making()
                    while let number = line.next() {
                        var bytes = [UInt8]()
                        bytes.reserveCapacity(Int(window))
                        try read(number, of: content, into: &bytes)
                        line.put(bytes, number)
                    }
                } catch {
                    line.stop(error)
                }
            }
        } catch {
            line.stop()
            throw error
        }
        let others = Result { try run(count - 1, line, making, consume) }
        thread.join()
        try others.get()
    }
}

/// Windows of a content on their way from several threads to the one that needs them in order.
private final class WindowLine: Sendable {
    private struct State {
        var given = 0
        var taken = 0
        var ready: [Int: [UInt8]] = [:]
        var isStopped = false
        var failure: (any Error)?
    }

    private let count: Int
    private let ahead: Int
    private let state = Monitor(State())

    init(count: Int, ahead: Int) {
        self.count = count
        self.ahead = ahead
    }

    /// The next window to unpack, `nil` at the end.
    func next() -> Int? {
        let (count, ahead) = (count, ahead)
        let number = state.wait { state -> Int? in
            if state.isStopped || state.given == count { return -1 }
            guard state.given < state.taken + ahead else { return nil }
            defer { state.given += 1 }
            return state.given
        }
        return number == -1 ? nil : number
    }

    /// Hands in an unpacked window.
    func put(_ bytes: [UInt8], _ number: Int) {
        state.update { $0.ready[number] = bytes }
    }

    /// Ends the work, or notes why it cannot go on.
    func stop(_ failure: (any Error)? = nil) {
        state.update { state in
            state.isStopped = true
            if state.failure == nil { state.failure = failure }
        }
    }

    /// The next window in order, `nil` at the end.
    func take() throws -> [UInt8]? {
        let count = count
        let isReady = state.wait { state -> Bool? in
            if state.failure != nil || state.taken == count { return false }
            return state.ready[state.taken] == nil ? nil : true
        }
        let (bytes, failure) = state.update { state -> ([UInt8]?, (any Error)?) in
            guard isReady == true else { return (nil, state.failure) }
            defer { state.taken += 1 }
            return (state.ready.removeValue(forKey: state.taken), nil)
        }
        if let failure { throw failure }
        return bytes
    }
}
