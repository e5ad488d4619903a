internal import CISAL

extension Inflater {
    /// Appends what a whole stream unpacks to: exactly `count` bytes, and the stream ends with the input.
    ///
    /// The stream may refer to the bytes of `dictionary`, at most `Deflater.longestDictionary`.
    package mutating func inflate(
        stream: Span<UInt8>, dictionary: Span<UInt8>, count: Int, into output: inout [UInt8]
    ) throws(InflateError) {
        restart()
        if !dictionary.isEmpty {
            let result = unsafe dictionary.withUnsafeBufferPointer {
                unsafe isal_inflate_set_dict(
                    state, UnsafeMutablePointer(mutating: $0.baseAddress), UInt32($0.count))
            }
            guard result == COMP_OK else { throw .invalid }
        }
        // A byte of room to spare, so that a stream which holds more is noticed.
        let step = try inflate(stream, limit: count + 1, into: &output)
        // The engine reads ahead: whole bytes that it still has lie behind the stream's end.
        let isAllUsed = unsafe step.consumed == stream.count && state.pointee.read_in_length < 8
        guard step.produced == count, isFinished, isAllUsed else {
            output.removeLast(step.produced)
            throw .length
        }
    }
}
