internal import CISAL

/// Compresses pieces of data by ISA-L; each piece is independent of the ones before.
@safe package struct Deflater: ~Copyable {
    /// How a piece ends.
    package enum Ending: Sendable {
        /// The stream ends with the piece.
        case stream
        /// More pieces follow: the piece ends on a byte, and the next one refers to nothing in it.
        case piece
    }

    /// Inputs shorter than this take the engine's fastest level, which costs them under a hundredth in size.
    package static let shortInput = 4096

    private let short: UnsafeMutablePointer<isal_zstream>
    /// The engine for all but short inputs, and for every one with a dictionary.
    let long: UnsafeMutablePointer<isal_zstream>
    private let levelBuffer: UnsafeMutablePointer<UInt8>

    /// The value of ISA-L's `ISAL_DEF_LVL1_DEFAULT`, an expression that Swift cannot import.
    private static let levelBufferSize = 4 * 1024 + 2 * 8 * 1024 + 4 * 64 * 1024

    /// Makes an engine with its tables, about half a mebibyte.
    package init() {
        unsafe short = .allocate(capacity: 1)
        unsafe long = .allocate(capacity: 1)
        unsafe levelBuffer = .allocate(capacity: Self.levelBufferSize)
        unsafe isal_deflate_init(short)
        unsafe isal_deflate_init(long)
        unsafe long.pointee.level = 1
        unsafe long.pointee.level_buf = levelBuffer
        unsafe long.pointee.level_buf_size = UInt32(Self.levelBufferSize)
    }

    deinit {
        unsafe short.deallocate()
        unsafe long.deallocate()
        unsafe levelBuffer.deallocate()
    }

    /// Appends the compressed form of a piece to `output`; the piece must be shorter than 4 GiB.
    ///
    /// With `isListing` short inputs, too, get tables of their own: hashes in hexadecimal digits become smaller by two
    /// fifths.
    package mutating func deflate(
        _ piece: Span<UInt8>, ending: Ending, isListing: Bool = false,
        into output: inout [UInt8]
    ) {
        let stream = unsafe piece.count < Self.shortInput && !isListing ? short : long
        unsafe isal_deflate_reset(stream)
        unsafe Self.run(stream, piece, ending: ending, into: &output)
    }

    /// Compresses a piece by an engine that is ready for it.
    static func run(
        _ stream: UnsafeMutablePointer<isal_zstream>, _ piece: Span<UInt8>, ending: Ending,
        into output: inout [UInt8]
    ) {
        unsafe stream.pointee.end_of_stream = ending == .stream ? 1 : 0
        unsafe stream.pointee.flush = UInt16(ending == .stream ? NO_FLUSH : FULL_FLUSH)
        unsafe piece.withUnsafeBufferPointer { source in
            unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
            unsafe stream.pointee.avail_in = UInt32(source.count)
            var room = source.count + source.count / 16 + 512
            var isFull = true
            while isFull {
                isFull = unsafe step(stream, room: room, into: &output)
                room = max(4096, room / 4)
            }
        }
        unsafe stream.pointee.next_in = nil
    }

    /// Ends a stream of pieces: appends a last block that holds nothing (RFC 1951, section 3.2.3).
    ///
    /// ISA-L would write the tables of a block without symbols, a hundred bytes in which damage changes nothing that
    /// anybody could notice.
    package static func appendStreamEnd(to output: inout [UInt8]) {
        output.append(contentsOf: [0x03, 0x00])
    }

    /// Runs the engine until its input or the room is used up; whether the room was.
    private static func step(
        _ stream: UnsafeMutablePointer<isal_zstream>, room: Int, into output: inout [UInt8]
    ) -> Bool {
        output.append(addingCapacity: room) { free in
            unsafe free.withUnsafeMutableBufferPointer { target, count in
                let given = min(room, target.count)
                unsafe stream.pointee.next_out = target.baseAddress
                unsafe stream.pointee.avail_out = UInt32(given)
                let result = unsafe isal_deflate(stream)
                precondition(result == COMP_OK, "ISA-L refuses to compress")
                let left = unsafe Int(stream.pointee.avail_out)
                count = given - left
                unsafe stream.pointee.next_out = nil
            }
        }
        return unsafe stream.pointee.avail_out == 0
    }
}
