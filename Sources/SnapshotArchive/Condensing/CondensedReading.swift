package import LinuxSystem
package import SnapshotModel

/// Reads files with huge holes without reading the holes.
package enum CondensedReading {
    private static let window: Int64 = 1 << 20

    /// The digest of the bytes that a file of `size` bytes has where a condensed content belongs; `nil` if the file
    /// is shorter, or `mayGoOn` became false.
    ///
    /// Where a file holds data is up to the file system, which may set room aside for zeros or give it back: that
    /// changes no byte, so it must not look like a change. What is not zero elsewhere goes into the digest too, which
    /// is that of no content of the map's size then.
    package static func digest(
        of file: borrowing FileDescriptor, size: Int64, as map: CondensedMap,
        while mayGoOn: () -> Bool = { true }
    ) throws(SystemError) -> Digest? {
        var hash = SHA256()
        var buffer: [UInt8] = []
        buffer.reserveCapacity(Int(window))
        let present =
            try file.dataRanges(size: size)
            ?? (size > 0 ? [DataRange(offset: 0, count: size)] : [])
        for range in map.outside(present) {
            let isWhole = try read(range, of: file, into: &buffer) { bytes in
                if bytes.contains(where: { $0 != 0 }) { hash.update(bytes.span) }
                return mayGoOn()
            }
            guard isWhole else { return nil }
        }
        for range in map.ranges {
            let isWhole = try read(range, of: file, into: &buffer) { bytes in
                hash.update(bytes.span)
                return mayGoOn()
            }
            guard isWhole else { return nil }
        }
        return hash.finish()
    }

    /// Reads a range part by part as long as `body` says so; whether it did to the end.
    private static func read(
        _ range: DataRange, of file: borrowing FileDescriptor, into buffer: inout [UInt8],
        _ body: ([UInt8]) -> Bool
    ) throws(SystemError) -> Bool {
        var done: Int64 = 0
        while done < range.count {
            buffer.removeAll(keepingCapacity: true)
            let count = try file.read(
                into: &buffer, atMost: Int(min(window, range.count - done)),
                at: range.offset + done)
            guard count > 0, body(buffer) else { return false }
            done += Int64(count)
        }
        return true
    }
}
