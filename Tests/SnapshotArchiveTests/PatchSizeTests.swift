import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

/// A patch costs what changed: each of these would be many times as long if one step of the search failed.
@Suite struct PatchSizeTests {
    private func size(_ new: [UInt8], over old: [UInt8]) throws -> Int {
        let (patch, _) = try #require(try PatchFixture.encode(new, over: old))
        #expect(try PatchFixture.decode(patch, over: old) == new)
        return patch.count
    }

    @Test func nothingChanged() throws {
        var random = SeededGenerator()
        let old = random.bytes(500_001)
        #expect(try size(old, over: old) < 80)
    }

    @Test func appendedAndCutOff() throws {
        var random = SeededGenerator()
        let old = random.bytes(500_001)
        #expect(try size(old + random.bytes(3000), over: old) < 3100)
        #expect(try size(Array(old.prefix(300_000)), over: old) < 1200)
    }

    @Test func aFewBytesInsideBlocks() throws {
        var random = SeededGenerator()
        let old = random.bytes(800_000)
        var new = old
        for block in stride(from: 3, to: 190, by: 20) {
            new.replaceSubrange((block * 4096 + 700)..<(block * 4096 + 720), with: random.bytes(20))
        }
        // Ten blocks of noise, 200 new bytes.
        #expect(try size(new, over: old) < 10 * 120 + 80)
    }

    @Test func insertedAndRemovedInTheMiddle() throws {
        var random = SeededGenerator()
        let old = random.bytes(800_000)
        var new = old
        new.insert(1, at: 500_123)
        new.removeSubrange(100_001..<137_777)
        new.insert(contentsOf: random.bytes(1000), at: 50)
        #expect(try size(new, over: old) < 1300)
    }

    @Test func swappedHalves() throws {
        var random = SeededGenerator()
        let old = random.bytes(600_000)
        let new = Array(old[250_001...]) + old[..<250_001]
        #expect(try size(new, over: old) < 400)
    }

    @Test func zerosCostNothing() throws {
        var random = SeededGenerator()
        let old = random.bytes(300_000)
        var new = old
        new.replaceSubrange(40_000..<200_000, with: repeatElement(0, count: 160_000))
        #expect(try size(new, over: old) < 400)
    }

    @Test func aPatchThatIsNotWorthItIsGivenUp() throws {
        var random = SeededGenerator()
        let old = random.bytes(3 << 20)
        let new = random.bytes(3 << 20)
        let patch = try PatchFixture.encode(
            LiveContent(bytes: new), over: MemoryBytes(old), SHA256.digest(of: old),
            PatchFixture.signatures(of: old), limit: 1 << 20)
        #expect(patch == nil)
    }

    @Test func aContentThatEndsTooEarlyIsTakenAndSaid() throws {
        var random = SeededGenerator()
        let old = random.mixture(200_000)
        let new = LiveContent(bytes: Array(old.prefix(150_000)), missing: 50_000)
        let (patch, result) = try #require(
            try PatchFixture.encode(
                new, over: MemoryBytes(old), SHA256.digest(of: old),
                PatchFixture.signatures(of: old)))
        #expect(result.wasCut)
        #expect(result.content == SHA256.digest(of: new.bytes))
        #expect(try PatchFixture.decode(patch, over: old) == new.bytes)
    }
}
