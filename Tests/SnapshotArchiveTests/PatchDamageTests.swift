@testable import SnapshotArchive
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

    /// Random bytes are refused, but for the rare ones that happen to keep to the format: those
    /// name nothing outside.
    @Test func rubbishIsRefusedOrWithinBounds() throws {
        var random = SeededGenerator()
        var refused = 0
        for _ in 0..<2000 {
            var rubbish = random.bytes(Int.random(in: 0..<120, using: &random))
            if Bool.random(using: &random) {
                rubbish = Array("SNPP".utf8) + [1] + rubbish
                let count = UInt8(max(0, min(rubbish.count - 5, 200)))
                rubbish += [count, 0, 0, 0, count, 0, 0, 0]
            }
            do {
                let table = try PatchTable(MemoryBytes(rubbish))
                #expect(Self.isWithinBounds(table, patch: rubbish.count), "seed \(random.seed)")
            } catch {
                #expect(error is PatchError, "\(error), seed \(random.seed)")
                refused += 1
            }
        }
        #expect(refused > 1950, "seed \(random.seed)")
    }

    /// The one table of a content without bytes is a digest, a size of the base and a zero, which
    /// rubbish meets once in some 60,000 times.
    @Test func aTableWithoutOperationsMakesNothing() throws {
        let digest = [UInt8](repeating: 7, count: 32)
        let table = try PatchTable(table: digest + [5, 0], dataEnd: 5)
        #expect(table.size == 0)
        #expect(Self.isWithinBounds(table, patch: 47))
        #expect(throws: PatchError.table) { try PatchTable(table: digest + [5, 1], dataEnd: 5) }
    }

    private static func isWithinBounds(_ table: PatchTable, patch: Int) -> Bool {
        var end: Int64 = 0
        for operation in table.operations {
            let usesBase = operation.kind == .copy || operation.kind == .dictionary
            let count = operation.kind == .copy ? operation.count : Int64(operation.dictionary)
            guard operation.start == end, operation.count > 0,
                !usesBase || operation.base >= 0 && operation.base + count <= table.baseSize,
                operation.data + Int64(operation.packed) <= Int64(patch)
            else { return false }
            end = operation.end
        }
        return end == table.size
    }
}
