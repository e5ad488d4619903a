import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

@Suite struct PatchPropertyTests {
    @Test func anyEditComesBack() throws {
        var random = SeededGenerator()
        for _ in 0..<40 {
            let old = random.mixture(Int.random(in: 0..<200_000, using: &random))
            var new = old
            random.edit(&new, count: Int.random(in: 0..<12, using: &random))
            let (patch, result) = try #require(try PatchFixture.encode(new, over: old))
            #expect(try PatchFixture.decode(patch, over: old) == new, "seed \(random.seed)")
            #expect(result.content == SHA256.digest(of: new), "seed \(random.seed)")
            #expect(result.size == Int64(new.count))
            #expect(result.count == Int64(patch.count))
            #expect(result.checksum.value == CRC32.checksum(of: patch.span))
            #expect(
                result.signatures == (try PatchFixture.signatures(of: new)), "seed \(random.seed)")
            let parts = result.statistics
            #expect(parts.copied + parts.zeros + parts.changed == result.size)
        }
    }

    @Test func emptyTinyAndForeignContents() throws {
        var random = SeededGenerator()
        let contents: [[UInt8]] = [
            [], [7], Array(repeating: 0, count: 4096), random.bytes(4095), random.bytes(4096),
            random.bytes(4097), Array("text\n".utf8), random.mixture(50_000),
            Array(repeating: 0, count: 100_000),
        ]
        for old in contents {
            for new in contents {
                let (patch, result) = try #require(try PatchFixture.encode(new, over: old))
                #expect(try PatchFixture.decode(patch, over: old) == new, "seed \(random.seed)")
                #expect(result.content == SHA256.digest(of: new))
            }
        }
    }

    @Test func anyRangeCanBeReadThroughSixteenLayers() throws {
        var random = SeededGenerator()
        var content = random.mixture(300_000)
        var digest = SHA256.digest(of: content)
        var signatures = try PatchFixture.signatures(of: content)
        var top: any ContentBytes = MemoryBytes(content)
        for _ in 0..<PatchFormat.deepestChain {
            random.edit(&content, count: 6)
            let (patch, result) = try #require(
                try PatchFixture.encode(
                    LiveContent(bytes: content), over: top, digest, signatures))
            #expect(result.content == SHA256.digest(of: content), "seed \(random.seed)")
            (digest, signatures) = (result.content, result.signatures)
            top = try PatchFixture.open(patch, over: top)
        }
        #expect(try PatchFixture.all(top) == content, "seed \(random.seed)")
        for _ in 0..<300 {
            let start = Int.random(in: 0...content.count, using: &random)
            let count = Int.random(in: 0...min(20_000, content.count - start), using: &random)
            var part = [UInt8]([1, 2, 3])
            try top.read(count, at: Int64(start), into: &part)
            #expect(
                part == [1, 2, 3] + content[start..<(start + count)], "seed \(random.seed)")
        }
        var part = [UInt8]()
        #expect(throws: PatchError.range) { try top.read(1, at: top.size, into: &part) }
        #expect(throws: PatchError.range) { try top.read(1, at: -1, into: &part) }
    }

    @Test func aMergedPatchLeansOnTheRoot() throws {
        var random = SeededGenerator()
        let root = random.mixture(200_000)
        var content = root
        var layers = [[UInt8]]()
        for _ in 0..<4 {
            let old = content
            random.edit(&content, count: 3)
            layers.append(try #require(try PatchFixture.encode(content, over: old)).patch)
        }
        // The root's signatures are computed from the root alone, as after the loss of the cache.
        let (merged, _) = try #require(try PatchFixture.encode(content, over: root))
        #expect(try PatchFixture.decode(merged, over: root) == content, "seed \(random.seed)")
        #expect(merged.count < layers.reduce(0) { $0 + $1.count } + 20_000)
    }

    @Test func aBaseOfAnotherSizeIsRefused() throws {
        let (patch, _) = try #require(try PatchFixture.encode([1, 2, 3], over: [1, 2]))
        #expect(throws: PatchError.base) { try PatchFixture.decode(patch, over: [1, 2, 3]) }
    }
}
