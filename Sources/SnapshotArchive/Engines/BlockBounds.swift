internal import CZLib

/// Finds where the last block of a deflate stream begins and ends, by zlib, which can stop between blocks.
@safe struct BlockBounds: ~Copyable {
    /// Positions in bits.
    struct Found {
        /// Where the header of the last block begins, whose first bit says that it is the last.
        var last: Int
        /// Where that block ends.
        var end: Int
    }

    private let stream: UnsafeMutablePointer<z_stream>
    private let room: UnsafeMutablePointer<UInt8>

    /// Bytes that are unpacked at once, and looked at by nobody.
    private static let roomSize = 64 << 10

    /// Makes an engine; `nil` if there is no memory for it.
    init?() {
        let made = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        unsafe made.initialize(to: z_stream())
        guard unsafe czlib_begin_raw(made) == Z_OK else {
            unsafe made.deallocate()
            return nil
        }
        unsafe stream = made
        unsafe room = .allocate(capacity: Self.roomSize)
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
        unsafe room.deallocate()
    }

    /// The bounds of a whole stream's last block, `nil` if it is not one whole stream.
    mutating func find(in packed: Span<UInt8>) -> Found? {
        let (stream, room) = unsafe (stream, room)
        guard unsafe inflateReset(stream) == Z_OK else { return nil }
        return unsafe packed.withUnsafeBufferPointer { source in
            unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
            unsafe stream.pointee.avail_in = UInt32(source.count)
            defer { unsafe stream.pointee.next_in = nil }
            var last = 0
            while true {
                unsafe stream.pointee.next_out = room
                unsafe stream.pointee.avail_out = UInt32(Self.roomSize)
                guard unsafe CZLib.inflate(stream, Z_BLOCK) == Z_OK else { return nil }
                let state = unsafe stream.pointee.data_type
                // Between two blocks: see zlib.h on Z_BLOCK.
                guard state & 128 != 0 else { continue }
                let taken = unsafe source.count - Int(stream.pointee.avail_in)
                let position = taken * 8 - Int(state & 7)
                guard state & 64 == 0 else {
                    return taken == source.count ? Found(last: last, end: position) : nil
                }
                last = position
            }
        }
    }
}
