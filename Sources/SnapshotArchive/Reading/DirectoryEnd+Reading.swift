package import LinuxSystem

/// What makes a zip unreadable, in the order in which a reader would notice it.
package enum ZipFault: Error, Hashable, Sendable {
    /// The file does not end with the records that every zip ends with.
    case noEnd
    /// The end records contradict each other or the file's size.
    case badEnd
    /// A central header is none, or is not of our kind.
    case badCentralHeader(index: Int)
    /// The central directory holds another count of bytes or entries than it should.
    case badCount
    /// Two entries have the same name.
    case duplicateName(index: Int)
    /// An entry reaches into its neighbour or out of the file.
    case overlap(index: Int)
    /// The system refuses to read.
    case unreadable(SystemError)
}

extension ZipFault: CustomStringConvertible {
    /// What is wrong, in the words of a message.
    package var description: String {
        switch self {
        case .noEnd: "the zip has no end: it is cut off, or its last bytes are damaged"
        case .badEnd: "the records at the zip's end contradict each other"
        case .badCentralHeader(let index): "the header of entry \(index + 1) cannot be read"
        case .badCount: "it holds another number of entries than it says"
        case .duplicateName(let index): "entry \(index + 1) has the name of another one"
        case .overlap(let index): "entry \(index + 1) reaches into another one"
        case .unreadable(let error): error.errno.message
        }
    }
}

extension DirectoryEnd {
    /// The longest comment that a zip can have.
    private static let commentLimit = 0xFFFF

    /// Finds the end records of a zip of `size` bytes.
    ///
    /// Stricter than zip tools: the central directory must touch the end records, and these the file's end.
    static func read(
        _ file: borrowing FileDescriptor, size: Int64
    ) throws(ZipFault) -> DirectoryEnd {
        let room = Int(min(size, Int64(recordCount + commentLimit)))
        guard room >= recordCount else { throw .noEnd }
        let tailOffset = size - Int64(room)
        let tail = try readBytes(file, count: room, at: tailOffset)
        for position in stride(from: room - recordCount, through: 0, by: -1) {
            var cursor = ByteCursor(tail, from: position)
            guard cursor.read(UInt32.self) == signature else { continue }
            guard let end = DirectoryEnd(after: &cursor) else { continue }
            let recordOffset = tailOffset + Int64(position)
            if end.isWide, let wide = try readWide(file, endRecordAt: recordOffset) { return wide }
            guard end.offset + end.size == recordOffset else { throw .badEnd }
            return end
        }
        throw .noEnd
    }

    /// Reads what follows the signature of the old end record, `nil` if the comment does not end the file.
    private init?(after cursor: inout ByteCursor) {
        guard let disk = cursor.read(UInt16.self), let directoryDisk = cursor.read(UInt16.self),
            let here = cursor.read(UInt16.self), let count = cursor.read(UInt16.self),
            let size = cursor.read(UInt32.self), let offset = cursor.read(UInt32.self),
            let commentCount = cursor.read(UInt16.self),
            disk == 0, directoryDisk == 0, here == count, cursor.remaining == Int(commentCount)
        else { return nil }
        self.init(count: Int64(count), offset: Int64(offset), size: Int64(size))
    }

    /// Reads the wide record that a locator just before the old one points at, `nil` without a locator.
    private static func readWide(
        _ file: borrowing FileDescriptor, endRecordAt recordOffset: Int64
    ) throws(ZipFault) -> DirectoryEnd? {
        let locatorOffset = recordOffset - Int64(locatorCount)
        let wideOffset = locatorOffset - Int64(wideRecordCount)
        guard wideOffset >= 0 else { return nil }
        let bytes = try readBytes(
            file, count: wideRecordCount + locatorCount, at: wideOffset)
        var locator = ByteCursor(bytes, from: wideRecordCount)
        guard locator.read(UInt32.self) == locatorSignature else { return nil }
        guard locator.read(UInt32.self) == 0, locator.read(Int64.self) == wideOffset,
            locator.read(UInt32.self) == 1
        else { throw .badEnd }
        var cursor = ByteCursor(bytes)
        guard cursor.read(UInt32.self) == wideSignature,
            cursor.read(Int64.self) == Int64(wideRecordCount - 12), cursor.skip(4),
            cursor.read(UInt32.self) == 0, cursor.read(UInt32.self) == 0,
            let here = cursor.read(Int64.self), let count = cursor.read(Int64.self),
            let size = cursor.read(Int64.self), let offset = cursor.read(Int64.self),
            here == count, count >= 0, size >= 0, offset >= 0,
            size <= wideOffset, offset == wideOffset - size
        else { throw .badEnd }
        return DirectoryEnd(count: count, offset: offset, size: size)
    }

    private static func readBytes(
        _ file: borrowing FileDescriptor, count: Int, at offset: Int64
    ) throws(ZipFault) -> [UInt8] {
        do throws(SystemError) {
            return try file.readExactly(count, at: offset)
        } catch {
            throw .unreadable(error)
        }
    }
}
