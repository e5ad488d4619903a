/// The records behind a zip's central directory, which say where it is.
package struct DirectoryEnd: Hashable, Sendable {
    /// Entries in the central directory.
    package var count: Int64
    /// Where the central directory begins.
    package var offset: Int64
    /// Bytes of the central directory.
    package var size: Int64

    static let signature: UInt32 = 0x0605_4b50
    static let wideSignature: UInt32 = 0x0606_4b50
    static let locatorSignature: UInt32 = 0x0706_4b50
    static let recordCount = 22
    static let wideRecordCount = 56
    static let locatorCount = 20

    /// Makes the description of a central directory.
    package init(count: Int64, offset: Int64, size: Int64) {
        self.count = count
        self.offset = offset
        self.size = size
    }

    /// Whether one of the numbers does not fit the old record.
    var isWide: Bool {
        count >= 0xFFFF || offset >= ZipEntry.fieldLimit || size >= ZipEntry.fieldLimit
    }

    /// Appends the end records; nothing may follow them.
    package func append(to output: inout [UInt8], comment: [UInt8] = []) {
        if isWide { appendWideRecords(to: &output) }
        output.append(littleEndian: Self.signature)
        output.append(littleEndian: UInt16(0))
        output.append(littleEndian: UInt16(0))
        let shortCount = UInt16(min(count, 0xFFFF))
        output.append(littleEndian: shortCount)
        output.append(littleEndian: shortCount)
        output.append(littleEndian: UInt32(min(size, ZipEntry.fieldLimit)))
        output.append(littleEndian: UInt32(min(offset, ZipEntry.fieldLimit)))
        output.append(littleEndian: UInt16(comment.count))
        output.append(contentsOf: comment)
    }

    private func appendWideRecords(to output: inout [UInt8]) {
        output.append(littleEndian: Self.wideSignature)
        output.append(littleEndian: Int64(Self.wideRecordCount - 12))
        output.append(littleEndian: UInt16(3 << 8 | 45))
        output.append(littleEndian: UInt16(45))
        output.append(littleEndian: UInt32(0))
        output.append(littleEndian: UInt32(0))
        output.append(littleEndian: count)
        output.append(littleEndian: count)
        output.append(littleEndian: size)
        output.append(littleEndian: offset)
        output.append(littleEndian: Self.locatorSignature)
        output.append(littleEndian: UInt32(0))
        output.append(littleEndian: offset + size)
        output.append(littleEndian: UInt32(1))
    }
}
