internal import LinuxSystem
internal import SnapshotModel

/// What a sparse file holds: its size, and the bytes of its data ranges by their places.
package struct SparsePicture: Hashable, Sendable {
    /// The file's size.
    package var size: Int64
    /// The data by the places where it begins.
    package var data: [Int64: [UInt8]]
}

extension ScratchDirectory {
    /// Makes or changes a file: gives it a size, of which most is a hole, and writes bytes at places.
    package func writeSparse(
        _ file: String, size: Int64, _ data: [Int64: [UInt8]] = [:]
    ) throws {
        let path = BytePath(file)
        if let parent = path.parent, !parent.isRoot { try makeDirectories(parent) }
        let descriptor = try descriptor.openBeneath(path, [.create, .readWrite], mode: 0o644)
        try descriptor.truncate(to: size)
        for (offset, bytes) in data { try descriptor.write(bytes, at: offset) }
    }

    /// What a sparse file holds, without reading its holes.
    package func sparsePicture(_ file: String) throws -> SparsePicture {
        let descriptor = try descriptor.openBeneath(BytePath(file), .readOnly)
        let size = try descriptor.status().size
        let whole = [DataRange(offset: 0, count: size)]
        var data: [Int64: [UInt8]] = [:]
        for range in try descriptor.dataRanges(size: size) ?? whole {
            data[range.offset] = try descriptor.readExactly(Int(range.count), at: range.offset)
        }
        return SparsePicture(size: size, data: data)
    }
}
