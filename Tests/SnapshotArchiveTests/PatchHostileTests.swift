import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

/// Tables made by hand, as somebody would who wants to read or write where nothing is.
@Suite struct PatchHostileTests {
    /// A patch over a base of 1000 bytes that makes `size` bytes by the numbers given.
    private func patch(
        size: UInt64, data: [UInt8] = [], version: UInt8 = 1, _ numbers: [UInt64]
    ) -> [UInt8] {
        var table = PatchFixture.TableText(base: 1000, size: size)
        for number in numbers { table.append(number) }
        return table.patch(data: data, version: version)
    }

    private func first(_ kind: UInt64, _ count: UInt64) -> UInt64 { count << 3 | kind }

    private func isRefused(_ patch: [UInt8]) -> Bool {
        do {
            _ = try PatchFixture.decode(patch, over: Array(repeating: 7, count: 1000))
            return false
        } catch {
            return error is PatchError
        }
    }

    @Test func theFormItselfIsRight() throws {
        let good = patch(
            size: 40, data: [1, 2, 3], [first(0, 10), 0, first(2, 3), first(1, 27)])
        let content = try PatchFixture.decode(good, over: Array(repeating: 7, count: 1000))
        #expect(
            content == Array(repeating: 7, count: 10) + [1, 2, 3] + Array(repeating: 0, count: 27))
        #expect(throws: PatchError.version(2)) {
            try PatchTable(MemoryBytes(patch(size: 10, version: 2, [first(0, 10), 0])))
        }
    }

    @Test func rangesOutsideTheBase() {
        #expect(isRefused(patch(size: 10, [first(0, 10), 1])), "before the beginning")
        #expect(isRefused(patch(size: 10, [first(0, 10), 991 * 2])), "over the end")
        #expect(isRefused(patch(size: 1001, [first(0, 1001), 0])), "longer than the base")
        #expect(isRefused(patch(size: 10, [first(0, 10), UInt64(Int64.max) - 1])))
        #expect(isRefused(patch(size: 10, [first(0, 10), .max])))
    }

    @Test func sizesThatDoNotAgree() {
        #expect(isRefused(patch(size: 11, [first(0, 10), 0])), "too little")
        #expect(isRefused(patch(size: 9, [first(0, 10), 0])), "too much")
        #expect(isRefused(patch(size: 10, [first(0, 10)])), "cut")
        #expect(isRefused(patch(size: 10, [first(1, 0), first(1, 10)])), "an empty range")
        #expect(isRefused(patch(size: 10, data: [1], [first(1, 10)])), "data that nobody uses")
        #expect(isRefused(patch(size: 3, data: [1, 2], [first(2, 3)])), "data that is not there")
        #expect(isRefused(patch(size: 10, [first(7, 10)])), "an unknown kind")
        #expect(isRefused(patch(size: .max, [first(1, 10)])))
        #expect(isRefused(patch(size: 1 << 62, [first(1, UInt64(1) << 60), first(1, 1)])))
    }

    @Test func piecesThatAreTooLong() {
        let long = [UInt8](repeating: 0, count: 70_000)
        #expect(isRefused(patch(size: 70_000, data: long, [first(2, 70_000)])))
        #expect(isRefused(patch(size: 70_000, data: [3, 0], [first(3, 70_000), 2])))
        // Dictionaries beyond the window of deflate, or of nothing.
        #expect(isRefused(patch(size: 900, data: [3, 0], [first(4, 900), 2, 0, 80_000])))
        #expect(isRefused(patch(size: 900, data: [3, 0], [first(4, 900), 2, 0, 1799])))
    }

    @Test func streamsThatUnpackToSomethingElse() {
        // A stream of nothing, where ten bytes are promised.
        #expect(isRefused(patch(size: 10, data: [3, 0], [first(3, 10), 2])))
        #expect(isRefused(patch(size: 10, data: [0xFF, 0xFF], [first(3, 10), 2])))
        var packed = [UInt8]()
        var deflater = Deflater()
        deflater.deflate([UInt8](repeating: 1, count: 500).span, ending: .stream, into: &packed)
        let count = UInt64(packed.count)
        #expect(!isRefused(patch(size: 500, data: packed, [first(3, 500), count])))
        #expect(isRefused(patch(size: 499, data: packed, [first(3, 499), count])), "more inside")
        #expect(
            isRefused(patch(size: 500, data: packed + [0], [first(3, 500), count + 1])),
            "rubbish behind the stream")
    }

    @Test func aTableThatWouldFillTheMemory() throws {
        let table = [UInt8](repeating: 0, count: 4 << 20)
        var packed = [UInt8]()
        var deflater = Deflater()
        deflater.deflate(table.span, ending: .stream, into: &packed)
        var bytes = Array("SNPP".utf8) + [1] + packed
        bytes.append(littleEndian: UInt32(packed.count))
        bytes.append(littleEndian: UInt32(table.count))
        #expect(throws: PatchError.table) { try PatchTable(MemoryBytes(bytes)) }
        bytes.replaceSubrange((bytes.count - 4)..., with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(throws: PatchError.table) { try PatchTable(MemoryBytes(bytes)) }
    }
}
