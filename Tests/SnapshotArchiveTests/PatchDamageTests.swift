import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

@Suite struct PatchDamageTests {
    @Test func noFlippedBitGivesAWrongByteAsGood() throws {
        var random = SeededGenerator()
        let old = random.mixture(60_000)
        var new = old
        random.edit(&new, count: 8)
        let (patch, result) = try #require(try PatchFixture.encode(new, over: old))
        let positions =
            Array(0..<min(300, patch.count)) + Array(max(0, patch.count - 300)..<patch.count)
        var failures = 0
        for position in positions {
            var damaged = patch
            damaged[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            let bytes = damaged
            var content = [UInt8]()
            do {
                let table = try PatchTable(MemoryBytes(bytes))
                try ContentPump.read(
                    result.content, threads: 1,
                    making: { try PatchedBytes(table, MemoryBytes(bytes), over: MemoryBytes(old)) },
                    { content.append($0) })
                // What the digest lets through is right, such as a bit that no decoder looks at.
                #expect(content == new, "seed \(random.seed), byte \(position)")
            } catch {
                #expect(error is PatchError, "\(error), seed \(random.seed)")
                failures += 1
            }
            #expect(CRC32.checksum(of: damaged.span) != result.checksum.value)
        }
        #expect(failures > positions.count / 2)
    }

    @Test func noCutPatchIsRead() throws {
        let old = [UInt8](repeating: 3, count: 9000)
        let (patch, _) = try #require(try PatchFixture.encode(old + [1, 2, 3], over: old))
        for count in 0..<patch.count {
            #expect(throws: (any Error).self) {
                try PatchFixture.decode(Array(patch.prefix(count)), over: old)
            }
        }
    }

    @Test func rubbishIsRefused() throws {
        var random = SeededGenerator()
        for _ in 0..<2000 {
            var rubbish = random.bytes(Int.random(in: 0..<120, using: &random))
            if Bool.random(using: &random) {
                rubbish = Array("SNPP".utf8) + [1] + rubbish
                let count = UInt8(max(0, min(rubbish.count - 5, 200)))
                rubbish += [count, 0, 0, 0, count, 0, 0, 0]
            }
            #expect(throws: PatchError.self, "seed \(random.seed)") {
                try PatchTable(MemoryBytes(rubbish))
            }
        }
    }
}
