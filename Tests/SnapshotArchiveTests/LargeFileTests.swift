import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

/// Sizes around the limits of a 32-bit field; the files are holes, so that they cost little.
@Suite struct LargeFileTests {
    private func makeHole(_ name: String, _ size: Int64, in bench: Bench) throws {
        try bench.write("", to: name)
        try bench.root.open(Array(name.utf8), .writeOnly).truncate(to: size)
    }

    @Test func aFileOfExactlyTheLargestNarrowSizeAndOneBehindIt() throws {
        let bench = try Bench()
        try makeHole("exact", 0xFFFF_FFFF, in: bench)
        try bench.write("small", to: "z")
        var plan = try bench.plan()
        plan.mostHoles = .max
        let zip = try bench.save("1.zip", plan: plan)
        let entry = try #require(zip.entry("exact"))
        #expect(entry.plain == 0xFFFF_FFFF)
        #expect(entry.isWide)
        #expect(zip.written.size < 64 << 20)
        #expect(try zip.reader.extents().chunks[entry.headerOffset]?.count == 65536)
        #expect(try zip.reader.check(readData: false).isEmpty)
        // Reading 4 GiB by each tool takes too long here: they list, and must agree on the size.
        for arguments in [
            ["unzip", "-lv"], ["7z", "l"], ["bsdtar", "-tvf"], ["python3", "-m", "zipfile", "-l"],
        ] {
            let result = try runProgram(arguments + [zip.path])
            #expect(result.status == 0, "\(result.output)\(result.errors)")
            #expect(result.output.contains("4294967295"), "\(result.output)")
        }
    }

    @Test func emptyAndOneChunkFilesAreOrdinary() throws {
        let bench = try Bench()
        try makeHole("chunk", 1 << 20, in: bench)
        try makeHole("one less", (1 << 20) - 1, in: bench)
        try makeHole("one more", (1 << 20) + 1, in: bench)
        try makeHole("empty", 0, in: bench)
        let zip = try bench.save("1.zip")
        #expect(try zip.reader.check(readData: true).isEmpty)
        #expect(try zip.reader.extents().chunks.count == 2)
        for tool in ForeignTool.allCases { try tool.examine(zip.path) }
    }

    @Test func whatDoesNotShrinkIsStored() throws {
        let bench = try Bench()
        var random = SeededGenerator(seed: 5)
        let noise = random.bytes(2 << 20)
        try bench.write(noise, to: "large noise")
        try bench.write(noise.prefix(5000), to: "small noise")
        let zip = try bench.save("1.zip")
        #expect(zip.entry("large noise")?.method == .stored)
        #expect(zip.entry("small noise")?.method == .stored)
        let digest = try #require(zip.entry("large noise")?.digest)
        #expect(try zip.content(digest) == noise)
        #expect(try zip.reader.check(readData: true).isEmpty)
    }

    @Test func dataBetweenHolesIsKept() throws {
        let bench = try Bench()
        var random = SeededGenerator()
        try makeHole("sparse", 40 << 20, in: bench)
        let file = try bench.root.open(Array("sparse".utf8), .readWrite)
        for _ in 0..<6 {
            let offset = Int64.random(in: 0..<(39 << 20), using: &random)
            try file.write(random.bytes(9000), at: offset)
        }
        // The middle is noise, which must not make the holes be stored as they are.
        try file.write(random.bytes(300_000), at: (20 << 20) - 150_000)
        let content = try file.readAll(atMost: 41 << 20)
        let zip = try bench.save("1.zip")
        #expect(zip.written.size < 4 << 20)
        let digest = try #require(zip.entry("sparse")?.digest)
        #expect(digest == SHA256.digest(of: content), "seed \(random.seed)")
        #expect(try zip.content(digest) == content, "seed \(random.seed)")
        for tool in ForeignTool.allCases { try tool.examine(zip.path) }
    }
}
