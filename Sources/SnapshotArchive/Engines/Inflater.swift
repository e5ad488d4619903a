internal import CISAL

/// Why compressed data cannot be read.
package enum InflateError: Error, Hashable, Sendable {
    /// The data is not deflate.
    case invalid
    /// The data ends before its stream does, or holds more or less than it should.
    case length
}

/// Decompresses a deflate stream by ISA-L, a window at a time.
@safe package struct Inflater: ~Copyable {
    /// The engine.
    let state: UnsafeMutablePointer<inflate_state>

    /// Makes an engine with its tables, about 90 KiB.
    package init() {
        unsafe state = .allocate(capacity: 1)
        unsafe isal_inflate_init(state)
    }

    deinit {
        unsafe state.deallocate()
    }

    /// Forgets the stream so far and awaits a new one.
    package mutating func restart() {
        unsafe isal_inflate_reset(state)
    }

    /// Whether the stream's last block was read to its end.
    package var isFinished: Bool {
        unsafe state.pointee.block_state == ISAL_BLOCK_FINISH
    }

    /// What one step did.
    package struct Step: Sendable {
        /// Bytes of the input that were used.
        package let consumed: Int
        /// Bytes appended to the output.
        package let produced: Int
    }

    /// Reads from `input` and appends at most `limit` bytes to `output`.
    package mutating func inflate(
        _ input: Span<UInt8>, limit: Int, into output: inout [UInt8]
    ) throws(InflateError) -> Step {
        let state = unsafe self.state
        var consumed = 0
        var produced = 0
        var isValid = true
        unsafe input.withUnsafeBufferPointer { source in
            unsafe state.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
            unsafe state.pointee.avail_in = UInt32(source.count)
            output.append(addingCapacity: limit) { free in
                unsafe free.withUnsafeMutableBufferPointer { target, count in
                    let given = min(limit, target.count)
                    unsafe state.pointee.next_out = target.baseAddress
                    unsafe state.pointee.avail_out = UInt32(given)
                    let result = unsafe isal_inflate(state)
                    isValid = result >= 0
                    let left = unsafe Int(state.pointee.avail_out)
                    count = given - left
                    produced = count
                }
            }
            let left = unsafe Int(state.pointee.avail_in)
            consumed = source.count - left
        }
        unsafe state.pointee.next_in = nil
        unsafe state.pointee.next_out = nil
        guard isValid else { throw .invalid }
        return Step(consumed: consumed, produced: produced)
    }

    /// Decompresses a piece that holds exactly `count` bytes, the end of its stream or not.
    package mutating func inflate(
        piece: Span<UInt8>, count: Int
    ) throws(InflateError) -> [UInt8] {
        var output = [UInt8]()
        output.reserveCapacity(count)
        try inflate(chunk: piece, count: count, into: &output)
        return output
    }

    /// Appends exactly `count` bytes that a piece holds, the end of its stream or not.
    package mutating func inflate(
        chunk: Span<UInt8>, count: Int, into output: inout [UInt8]
    ) throws(InflateError) {
        restart()
        var offset = 0
        var rest = count
        while rest > 0 {
            let step = try inflate(
                chunk.extracting(offset..<chunk.count), limit: rest, into: &output)
            offset += step.consumed
            rest -= step.produced
            guard step.produced > 0 || step.consumed > 0 else { throw .length }
        }
    }
}
