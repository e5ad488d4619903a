import SnapshotArchive
import SnapshotModel
import Testing

/// The zip's records byte by byte, as APPNOTE.TXT and Info-ZIP's list of extra fields have them.
@Suite struct RecordTests {
    /// 2026-11-30T02:15:01Z in a file of mode 0640.
    private static var entry: ZipEntry {
        var entry = ZipEntry(
            name: Array("a/é".utf8), kind: .file, permissions: 0o640, uid: 1000, gid: 100,
            modified: 1_796_004_901)
        entry.method = .deflated
        entry.checksum = 0x1234_5678
        entry.packed = 0x11
        entry.plain = 0x22
        entry.headerOffset = 0x33
        entry.digest = Digest([UInt8](repeating: 0xAB, count: 32))
        return entry
    }

    private static let sharedExtras: [UInt8] =
        [0x55, 0x54, 5, 0, 1, 0x25, 0xDC, 0x0C, 0x6B]
        + [0x75, 0x78, 11, 0, 1, 4, 0xE8, 3, 0, 0, 4, 100, 0, 0, 0]

    @Test func localHeader() {
        var bytes = [UInt8]()
        Self.entry.appendLocalHeader(to: &bytes)
        let expected: [UInt8] =
            [0x50, 0x4B, 3, 4, 20, 0, 0, 8, 8, 0, 0xE0, 0x11, 0x7E, 0x5D]
            + [0x78, 0x56, 0x34, 0x12, 0x11, 0, 0, 0, 0x22, 0, 0, 0, 4, 0, 24, 0]
            + Array("a/é".utf8) + Self.sharedExtras
        #expect(bytes == expected)
        #expect(bytes.count == Self.entry.localHeaderCount)
    }

    @Test func centralHeader() {
        var bytes = [UInt8]()
        Self.entry.appendCentralHeader(to: &bytes)
        let expected: [UInt8] =
            [0x50, 0x4B, 1, 2, 45, 3, 20, 0, 0, 8, 8, 0, 0xE0, 0x11, 0x7E, 0x5D]
            + [0x78, 0x56, 0x34, 0x12, 0x11, 0, 0, 0, 0x22, 0, 0, 0, 4, 0, 65, 0]
            + [0, 0, 0, 0, 0, 0, 0, 0, 0xA0, 0x81, 0x33, 0, 0, 0]
            + Array("a/é".utf8) + Self.sharedExtras
            + [0x53, 0x41, 37, 0] + Array("SNAP".utf8) + [1]
            + [UInt8](repeating: 0xAB, count: 32)
        #expect(bytes == expected)
    }

    @Test func wideLocalHeaderHasBothSizes() {
        var entry = Self.entry
        entry.isWide = true
        entry.plain = 0x1_0000_0002
        var bytes = [UInt8]()
        entry.appendLocalHeader(to: &bytes)
        #expect(bytes[4] == 45)
        #expect(Array(bytes[18..<26]) == [UInt8](repeating: 0xFF, count: 8))
        let wide: [UInt8] = [1, 0, 16, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0x11, 0, 0, 0, 0, 0, 0, 0]
        #expect(Array(bytes[34..<54]) == wide)
        #expect(bytes.count == entry.localHeaderCount)
    }

    @Test(arguments: [0xFFFF_FFFE, 0xFFFF_FFFF, 0x1_0000_0000] as [Int64])
    func noNarrowFieldOfACentralHeaderAnnouncesAWideOneThatIsNotThere(size: Int64) {
        var entry = Self.entry
        entry.digest = nil
        entry.plain = size
        entry.headerOffset = size
        entry.isWide = true
        var bytes = [UInt8]()
        entry.appendCentralHeader(to: &bytes)
        let isWide = size >= 0xFFFF_FFFF
        #expect(Array(bytes[24..<28]) == (isWide ? [255, 255, 255, 255] : [254, 255, 255, 255]))
        #expect(Array(bytes[42..<46]) == (isWide ? [255, 255, 255, 255] : [254, 255, 255, 255]))
        // Plain size and offset, but not the packed size, which fits.
        #expect(bytes[30] == (isWide ? 44 : 24))
    }

    @Test func kindsAndModes() {
        func attributes(_ kind: ZipEntry.Kind, _ permissions: UInt16) -> UInt32 {
            ZipEntry(name: [97], kind: kind, permissions: permissions, modified: 0)
                .externalAttributes
        }
        #expect(attributes(.file, 0o4755) == 0o100755 << 16)
        #expect(attributes(.directory, 0o1777) == 0o040777 << 16 | 0x10)
        #expect(attributes(.link, 0o777) == 0o120777 << 16)
    }

    @Test(
        arguments: [
            (-1, 0, 0x21), (0, 0, 0x21), (315_532_800, 0, 0x21),
            (4_354_819_199, 0xBF7D, 0xFF9F), (1 << 40, 0xBF7D, 0xFF9F),
        ] as [(Int64, UInt16, UInt16)])
    func oldTimesAreClamped(seconds: Int64, time: UInt16, date: UInt16) {
        let entry = ZipEntry(name: [97], kind: .file, permissions: 0, modified: seconds)
        var bytes = [UInt8]()
        entry.appendLocalHeader(to: &bytes)
        #expect(
            Array(bytes[10..<14]) == [
                UInt8(time & 0xFF), UInt8(time >> 8), UInt8(date & 0xFF), UInt8(date >> 8),
            ])
        // Readers disagree on times that a signed 32-bit field cannot hold: they are not given one.
        let hasTime = (0..<(1 << 31)).contains(seconds)
        #expect(bytes.count == 31 + 15 + (hasTime ? 9 : 0))
    }

    @Test func endRecord() {
        var bytes = [UInt8]()
        DirectoryEnd(count: 3, offset: 0x100, size: 0x99).append(to: &bytes)
        #expect(
            bytes == [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 3, 0, 3, 0, 0x99, 0, 0, 0, 0, 1, 0, 0, 0, 0])
    }

    @Test func wideEndRecords() {
        var bytes = [UInt8]()
        DirectoryEnd(count: 0xFFFF, offset: 0x1_0000_0000, size: 0x99).append(to: &bytes)
        let expected: [UInt8] =
            [0x50, 0x4B, 6, 6, 44, 0, 0, 0, 0, 0, 0, 0, 45, 3, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]
            + [0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0]
            + [0x99, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]
            + [0x50, 0x4B, 6, 7, 0, 0, 0, 0, 0x99, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]
            + [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x99, 0, 0, 0]
            + [0xFF, 0xFF, 0xFF, 0xFF, 0, 0]
        #expect(bytes == expected)
    }
}
