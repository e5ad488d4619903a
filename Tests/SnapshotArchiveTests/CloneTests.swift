import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

/// Complete zips share what they have in common, where the file system can.
@Suite(.serialized) struct CloneTests {
    private func bench(on kind: String) throws -> (Bench, LoopMount) {
        let bench = try Bench()
        let mount = try LoopMount(kind, on: "zips", in: bench.scratch)
        var random = SeededGenerator(seed: 5)
        for number in 0..<300 {
            try bench.write(
                random.bytes(2_000 + number * 50), to: "d\(number % 7)/file \(number)")
        }
        try bench.write(random.bytes(3 << 20), to: "large")
        return (bench, mount)
    }

    private func freeBytes(_ bench: Bench) throws -> Int64 {
        let zips = try bench.scratch.descriptor.open(Array("zips".utf8), [.directory])
        let synced = try runProgram(["sync", "-f", bench.scratch.text + "/zips"])
        #expect(synced.status == 0)
        return try zips.fileSystem().freeBytes
    }

    @Test(arguments: ["xfs", "btrfs"]) func unchangedBytesAreShared(kind: String) throws {
        let (bench, mount) = try bench(on: kind)
        defer { withExtendedLifetime(mount) {} }
        var zip = try bench.save("0.zip")
        let first = try freeBytes(bench)
        for round in 1...6 {
            try bench.write("round \(round)", to: "d\(round)/file \(round * 7)")
            try bench.write("more \(round)", to: "new \(round)")
            let next = try bench.save("\(round).zip", carrying: zip)
            #expect(next.written.statistics.bytesShared > 4 << 20, "round \(round)")
            // What was changed in an earlier round lies behind the carried part, and is carried from there.
            #expect(next.written.statistics.filesRead == 2, "round \(round)")
            #expect(next.written.statistics.bytesCopied == 0, "round \(round)")
            #expect(try next.reader.check(readData: true).isEmpty)
            for tool in ForeignTool.allCases { try tool.examine(next.path) }
            zip = next
        }
        let used = first - (try freeBytes(bench))
        #expect(used < 8 << 20, "six more zips of 7 MB took \(used) bytes")
    }

    /// Data of the store's own file system that does not shrink takes no second room, however its size ends.
    @Test(arguments: ["xfs", "btrfs"], [0, 1, 4_095])
    func liveFilesThatDoNotShrinkAreShared(kind: String, rest: Int) throws {
        var mount: LoopMount?
        let bench = try Bench(data: "zips/live") { mount = try LoopMount(kind, on: "zips", in: $0) }
        defer { withExtendedLifetime(mount) {} }
        var random = SeededGenerator(seed: 6)
        let size = 20 << 20
        try bench.write("small", to: "a")
        try bench.write(random.bytes(size + rest), to: "b")
        try bench.write(random.bytes(2 << 20), to: "c")
        try bench.write(String(repeating: "shrinks ", count: 300_000), to: "d")
        try bench.write(random.bytes(1 << 20), to: "e")
        let before = try freeBytes(bench)
        let zip = try bench.save("0.zip")
        #expect(zip.written.statistics.bytesShared == Int64(size + rest + 3 << 20))
        let used = before - (try freeBytes(bench))
        #expect(used < 2 << 20, "a zip of \(zip.written.size) bytes took \(used)")
        #expect(try zip.reader.check(readData: true).isEmpty)
        for tool in ForeignTool.allCases { try tool.examine(zip.path) }
        // What is written into the file later does not reach the zip.
        let file = try bench.root.openBeneath(BytePath("b"), .readWrite)
        try file.write(Array("later".utf8), at: 5_000)
        #expect(try zip.reader.check(readData: true).isEmpty)
        // The next zip shares with this one, which is read by its digests.
        let next = try bench.save("1.zip", carrying: zip)
        #expect(try next.reader.check(readData: true).isEmpty)
        for tool in ForeignTool.allCases { try tool.examine(next.path) }
    }

    @Test func elsewhereBytesAreCopied() throws {
        let (bench, mount) = try bench(on: "ext4")
        defer { withExtendedLifetime(mount) {} }
        let first = try bench.save("0.zip")
        try bench.write("changed", to: "d1/file 1")
        let second = try bench.save("1.zip", carrying: first)
        #expect(second.written.statistics.bytesShared == 0)
        #expect(second.written.statistics.bytesCopied > 4 << 20)
        #expect(try second.reader.check(readData: true).isEmpty)
        for tool in ForeignTool.allCases { try tool.examine(second.path) }
    }

    /// A zip that would be mostly holes is written densely.
    @Test func afterManyDeletionsBytesAreCopied() throws {
        let (bench, mount) = try bench(on: "xfs")
        defer { withExtendedLifetime(mount) {} }
        let first = try bench.save("0.zip")
        for number in 0..<250 {
            try bench.scratch.descriptor.openBeneath(
                BytePath("data/d\(number % 7)"), [.readOnly, .directory]
            ).remove(Array("file \(number)".utf8))
        }
        let second = try bench.save("1.zip", carrying: first)
        #expect(second.written.statistics.bytesShared == 0)
        #expect(second.written.statistics.bytesCopied > 3 << 20)
        #expect(try second.reader.check(readData: true).isEmpty)
    }
}
