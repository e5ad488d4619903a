internal import CLinux
package import SnapshotModel

extension FileDescriptor {
    /// Copies exactly `count` bytes of `source` into this file; a source that ends before is EIO.
    ///
    /// See copy_file_range(2): the file system may share the blocks. Where it cannot, or the two
    /// files are on different ones, the bytes go through memory.
    @discardableResult
    package borrowing func copyRange(
        from source: borrowing FileDescriptor, at sourceOffset: Int64, to offset: Int64,
        count: Int64
    ) throws(SystemError) -> Int64 {
        let (from, to) = (source.rawValue, rawValue)
        var copied: Int64 = 0
        while copied < count {
            let part = Int(min(count - copied, 1 << 30))
            let (start, target) = (sourceOffset + copied, offset + copied)
            do throws(SystemError) {
                let moved = try attempt(
                    "copy_file_range", clinux_copy_range(from, start, to, target, part))
                // Some file systems report an end that is none: let the plain copy find out.
                if moved == 0 { break }
                copied += Int64(moved)
            } catch {
                switch error.errno {
                case .crossDevice, .invalid, .notImplemented, .notSupported, .badDescriptor: break
                default: throw error
                }
                break
            }
        }
        try copyThroughMemory(
            from: source, at: sourceOffset + copied, to: offset + copied, count: count - copied)
        return count
    }

    private borrowing func copyThroughMemory(
        from source: borrowing FileDescriptor, at sourceOffset: Int64, to offset: Int64,
        count: Int64
    ) throws(SystemError) {
        var buffer: [UInt8] = []
        var copied: Int64 = 0
        while copied < count {
            buffer.removeAll(keepingCapacity: true)
            let part = Int(min(count - copied, 256 << 10))
            let read = try source.read(into: &buffer, atMost: part, at: sourceOffset + copied)
            guard read > 0 else { throw SystemError("pread", errno: .io) }
            try write(buffer.span, at: offset + copied)
            copied += Int64(read)
        }
    }

    /// Where a file of `size` bytes holds data, `nil` if it has no holes: see lseek(2), SEEK_DATA.
    package borrowing func dataRanges(size: Int64) throws(SystemError) -> [DataRange]? {
        let number = rawValue
        var ranges: [DataRange] = []
        var position: Int64 = 0
        while position < size {
            let from = position
            do throws(SystemError) {
                let start = Int64(try attempt("lseek", clinux_seek_data(number, from)))
                guard start < size else { break }
                let end = Int64(try attempt("lseek", clinux_seek_hole(number, start)))
                ranges.append(DataRange(offset: start, count: min(end, size) - start))
                position = end
            } catch {
                // ENXIO: nothing but a hole up to the end.
                if error.errno == .noDevice { break }
                if error.errno == .invalid || error.errno == .notSupported { return nil }
                throw error
            }
        }
        if size == 0 || ranges == [DataRange(offset: 0, count: size)] { return nil }
        return ranges
    }
}
