internal import CISAL

extension Deflater {
    /// The longest dictionary: deflate refers to nothing that lies further back (RFC 1951).
    package static let longestDictionary = 32 << 10

    /// Appends the compressed form of a piece, a whole stream that may refer to the bytes of `dictionary`.
    ///
    /// The dictionary has at most `longestDictionary` bytes.
    package mutating func deflate(
        _ piece: Span<UInt8>, dictionary: Span<UInt8>, into output: inout [UInt8]
    ) {
        unsafe isal_deflate_reset(long)
        let result = unsafe dictionary.withUnsafeBufferPointer {
            unsafe isal_deflate_set_dict(
                long, UnsafeMutablePointer(mutating: $0.baseAddress), UInt32($0.count))
        }
        precondition(result == COMP_OK, "ISA-L refuses a dictionary")
        unsafe Self.run(long, piece, ending: .stream, into: &output)
    }
}
