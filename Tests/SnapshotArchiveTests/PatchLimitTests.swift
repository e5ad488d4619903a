import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

/// Mostly zeros, with a few bytes here and there: sizes beyond 4 GiB that cost no memory.
private final class SparseBytes: ContentBytes, NewContent {
    let size: Int64
    let data: [Int64: [UInt8]]

    init(size: Int64, data: [Int64: [UInt8]]) {
        self.size = size
        self.data = data
    }

    func read(_ count: Int, at offset: Int64, into buffer: inout [UInt8]) throws {
        let start = buffer.count
        buffer += Array(repeating: 0, count: count)
        for (place, bytes) in data {
            for (index, byte) in bytes.enumerated() {
                let position = place + Int64(index) - offset
                if 0 <= position, position < Int64(count) { buffer[start + Int(position)] = byte }
            }
        }
    }

    func read(_ count: Int64, at offset: Int64, into buffer: inout [UInt8]) throws {
        try read(Int(count), at: offset, into: &buffer)
    }

    func isHole(at offset: Int64, count: Int64) -> Bool {
        data.allSatisfy { place, bytes in
            place + Int64(bytes.count) <= offset || offset + count <= place
        }
    }
}

@Suite struct PatchLimitTests {
    @Test func aNewContentBeyondFourGibibytes() throws {
        var random = SeededGenerator()
        let old = random.bytes(20_000)
        let size: Int64 = (4 << 30) + 123_457
        let new = SparseBytes(
            size: size, data: [5000: old, (4 << 30) + 70_000: old, size - 3: [1, 2, 3]])
        var patch = [UInt8]()
        let base = PatchBase(
            content: SHA256.digest(of: old), signatures: try PatchFixture.signatures(of: old),
            bytes: MemoryBytes(old))
        let result = try #require(
            try PatchEncoder.encode(new, over: base, key: PatchFixture.key, limit: .max) {
                patch += $0
            })
        #expect(result.size == size)
        #expect(patch.count < 1000, "the second copy was found too")
        let made = try PatchFixture.open(patch, over: MemoryBytes(old))
        let offsets: [Int64] = [0, 4000, (1 << 32) - 9000, (1 << 32) + 60_000, size - 60_000]
        for offset in offsets {
            var (got, wanted) = ([UInt8](), [UInt8]())
            try made.read(60_000, at: offset, into: &got)
            try new.read(60_000, at: offset, into: &wanted)
            #expect(got == wanted, "seed \(random.seed), offset \(offset)")
        }
    }

    @Test func aBaseBeyondFourGibibytes() throws {
        let far: Int64 = 5 << 30
        let old = SparseBytes(size: 6 << 30, data: [far: [1, 2, 3, 4, 5]])
        // Written by hand: the whole base again, its end first.
        var table = PatchFixture.TableText(base: 6 << 30, size: 6 << 30)
        table.append(0, count: 1 << 30, signed: far)
        table.append(0, count: far, signed: -(6 << 30))
        let made = try PatchFixture.open(table.patch(), over: old)
        var bytes = [UInt8]()
        try made.read(6, at: 0, into: &bytes)
        #expect(bytes == [1, 2, 3, 4, 5, 0])
        bytes = []
        try made.read(3, at: (1 << 30) - 1, into: &bytes)
        #expect(bytes == [0, 0, 0])
    }
}
