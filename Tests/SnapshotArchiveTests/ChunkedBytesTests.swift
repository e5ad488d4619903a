import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

@Suite struct ChunkedBytesTests {
    @Test func anyRangeOfAnEntryCanBeRead() throws {
        let bench = try Bench()
        var random = SeededGenerator()
        var words = [UInt8]()
        while words.count < 3_300_000 { words += Array("\(random.next() % 5000) ".utf8) }
        let contents = [
            "words": words, "noise": random.bytes(1_500_000), "small": random.mixture(40_000),
            "one": [7], "just large": Array(words.prefix(1 << 20)),
        ]
        for (name, content) in contents { try bench.write(content, to: name) }
        let zip = try bench.save("1.zip")
        #expect(zip.entry("words")?.method == .deflated)
        #expect(zip.entry("noise")?.method == .stored)
        for (name, content) in contents {
            let entry = try #require(zip.entry(name))
            let bytes = try zip.reader.contentBytes(atHeader: entry.headerOffset)
            #expect(bytes.size == Int64(content.count))
            #expect(try PatchFixture.all(bytes) == content)
            for _ in 0..<200 {
                let start = Int.random(in: 0...content.count, using: &random)
                let count = Int.random(
                    in: 0...min(150_000, content.count - start), using: &random)
                var part = [UInt8]()
                try bytes.read(count, at: Int64(start), into: &part)
                #expect(part == Array(content[start..<(start + count)]), "seed \(random.seed)")
            }
            var part = [UInt8]()
            #expect(throws: PatchError.range) { try bytes.read(1, at: bytes.size, into: &part) }
        }
        #expect(throws: UserError.self) { try zip.reader.contentBytes(atHeader: 3) }
    }

    @Test func threadsReadAWholeContentInOrder() throws {
        let bench = try Bench()
        var random = SeededGenerator()
        var content = [UInt8]()
        while content.count < 9_000_000 { content += Array("\(random.next() % 900) ".utf8) }
        try bench.write(content, to: "f")
        let zip = try bench.save("1.zip")
        let digest = try #require(zip.entry("f")?.digest)
        let reader = zip.reader
        for threads in [1, 2, 4] {
            var read = [UInt8]()
            try ContentPump.read(
                digest, threads: threads, making: { try reader.contentBytes(digest) },
                { read.append($0) })
            #expect(read == content, "\(threads) threads")
        }
        let other = SHA256.digest(of: [])
        #expect(throws: PatchError.digest) {
            try ContentPump.read(other, making: { try reader.contentBytes(digest) }, { _ in })
        }
    }

    @Test func aFailureEndsAllThreads() throws {
        struct Failure: Error {}
        let content = MemoryContent(size: 20 << 20)
        #expect(throws: PatchError.piece) {
            try ContentPump.read(threads: 4, making: { content.make(failing: true) }, { _ in })
        }
        #expect(throws: Failure.self) {
            try ContentPump.read(
                threads: 4, making: { content.make(failing: false) }, { _ in throw Failure() })
        }
    }

    @Test func signaturesAreCollectedWhileAFileIsPacked() throws {
        let bench = try Bench()
        var random = SeededGenerator()
        let content = random.mixture(2_345_678)
        try bench.write(content, to: "f")
        try bench.write(random.bytes(1_200_000), to: "noise")
        try bench.write("small", to: "s")
        try bench.write("", to: "hole")
        try bench.root.open(Array("hole".utf8), .writeOnly).truncate(to: 3_000_001)
        let collector = SignatureCollector(key: PatchFixture.key)
        var plan = try bench.plan()
        plan.signing = collector
        let zip = try bench.save("1.zip", plan: plan)
        let found = collector.take()
        #expect(found.count == 3)
        #expect(collector.take().isEmpty)
        for (digest, signatures) in found {
            let again = try BlockSignatures.of(
                try zip.reader.contentBytes(digest), key: PatchFixture.key)
            #expect(signatures == again, "seed \(random.seed)")
        }
    }
}

/// Zeros, of which those at the end cannot be read if so wished.
private struct MemoryContent: Sendable {
    let size: Int64

    func make(failing: Bool) -> any ContentBytes {
        final class Bytes: ContentBytes {
            let size: Int64
            let limit: Int64

            init(_ size: Int64, _ limit: Int64) { (self.size, self.limit) = (size, limit) }

            func read(_ count: Int, at offset: Int64, into buffer: inout [UInt8]) throws {
                guard offset < limit else { throw PatchError.piece }
                buffer += Array(repeating: 0, count: count)
            }
        }
        return Bytes(size, failing ? size / 2 : size)
    }
}
