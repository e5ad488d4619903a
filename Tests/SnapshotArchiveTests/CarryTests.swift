import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

/// What does not change is neither read nor compressed again.
@Suite struct CarryTests {
    private func bench() throws -> Bench {
        let bench = try Bench()
        var random = SeededGenerator(seed: 3)
        for number in 0..<40 {
            try bench.write(
                String(repeating: "\(number) text\n", count: 10 + number * 90),
                to: "d\(number % 4)/f\(number)")
        }
        try bench.write(random.bytes(9000), to: "noise")
        try bench.write(String(repeating: "large text\n", count: 300_000), to: "large")
        try bench.root.makeLink(target: Array("noise".utf8), at: Array("link".utf8))
        return bench
    }

    @Test func unchangedEntriesKeepTheirBytesOverTwoGenerations() throws {
        let bench = try bench()
        let first = try bench.save("1.zip")
        #expect(first.written.statistics.filesRead == 42)
        try bench.write("changed", to: "d1/f1")
        let second = try bench.save("2.zip", carrying: first)
        #expect(second.written.statistics.filesRead == 1)
        #expect(second.written.statistics.bytesPacked == 7)
        try bench.write("new", to: "d3/new")
        try bench.scratch.descriptor.openBeneath(
            BytePath("data/d2"), [.readOnly, .directory]
        ).remove(Array("f2".utf8))
        let third = try bench.save("3.zip", carrying: second)
        #expect(third.written.statistics.filesRead == 1)

        let changed: Set = ["d1/f1", "d1/", "d2/f2", "d2/", "d3/new", "d3/"]
        var compared = 0
        for entry in first.reader.entries where !entry.name.starts(with: OwnName.prefix) {
            let name = String(decoding: entry.name, as: UTF8.self)
            guard !changed.contains(name) else { continue }
            for later in [second, third] {
                let other = try #require(later.entry(name))
                #expect(try later.bytes(of: other) == first.bytes(of: entry), "\(name)")
            }
            compared += 1
        }
        #expect(compared == 42)
        for zip in [second, third] {
            #expect(try zip.reader.check(readData: true).isEmpty)
            for tool in ForeignTool.allCases { try tool.examine(zip.path) }
        }
        #expect(third.entry("d2/f2") == nil)
    }

    @Test func extentsOfLargeFilesMoveWithThem() throws {
        let bench = try bench()
        let first = try bench.save("1.zip")
        try bench.write("in front", to: "a")
        let second = try bench.save("2.zip", carrying: first)
        let old = try #require(first.entry("large"))
        let new = try #require(second.entry("large"))
        let chunks = try #require(try first.reader.extents().chunks[old.headerOffset])
        #expect(Int64(chunks.count) == (old.plain + 65535) >> 16)
        #expect(try second.reader.extents().chunks[new.headerOffset] == chunks)
    }

    @Test func newMetadataAndNewPathsKeepThePackedData() throws {
        let bench = try bench()
        let first = try bench.save("1.zip")
        try bench.root.setMode(of: Array("noise".utf8), 0o600)
        try bench.root.rename(
            Array("large".utf8), to: bench.root, Array("moved".utf8), replacing: false)
        var plan = try bench.plan(carrying: first)
        // A scanner that follows inodes knows the moved file's content.
        let index = try #require(plan.items.firstIndex { $0.path == BytePath("moved") })
        plan.items[index].entry.content = first.known[BytePath("large")]?.content
        plan.items[index].source = .carried(carrier: 0)
        let second = try bench.save("2.zip", plan: plan)
        #expect(second.written.statistics.filesRead == 0)
        #expect(second.written.statistics.bytesPacked == 0)
        let noise = try #require(second.entry("noise"))
        #expect(noise.permissions == 0o600)
        #expect(noise.packed == first.entry("noise")?.packed)
        let moved = try #require(second.entry("moved"))
        #expect(try second.reader.extents().chunks[moved.headerOffset]?.count == 51)
        #expect(try second.reader.check(readData: true).isEmpty)
    }

    @Test func movedFilesThatAreReadAreNotCompressed() throws {
        let bench = try bench()
        let first = try bench.save("1.zip")
        for name in ["large", "noise"] {
            try bench.root.rename(
                Array(name.utf8), to: bench.root, Array("moved \(name)".utf8), replacing: false)
        }
        let second = try bench.save("2.zip", carrying: first)
        #expect(second.written.statistics.filesRead == 2)
        #expect(second.written.statistics.bytesPacked == 0)
        #expect(try second.reader.check(readData: true).isEmpty)
    }

    @Test(arguments: [1, 4])
    func equalContentsAreCompressedOnce(workers: Int) throws {
        let bench = try Bench()
        let small = String(repeating: "equal content\n", count: 2000)
        let large = String(repeating: "equal large content\n", count: 100_000)
        for number in 0..<50 { try bench.write(small, to: "small\(number)") }
        for number in 0..<3 { try bench.write(large, to: "large\(number)") }
        try bench.root.makeHardLink(
            from: bench.root, Array("large0".utf8), to: Array("hard link".utf8))
        let zip = try bench.save("1.zip", workers: workers)
        #expect(
            zip.written.statistics.bytesPacked == Int64(small.utf8.count + large.utf8.count))
        #expect(zip.written.objects.count { $0.place.form == .entry } == 2)
        // Every name has the bytes in full.
        #expect(zip.entry("hard link")?.plain == Int64(large.utf8.count))
        #expect(try zip.reader.check(readData: true).isEmpty)
        for tool in ForeignTool.allCases { try tool.examine(zip.path) }
    }

    @Test func aContentThatTheCarrierLacksIsRead() throws {
        let bench = try bench()
        let first = try bench.save("1.zip")
        var plan = try bench.plan(carrying: first)
        let index = try #require(plan.items.firstIndex { $0.path == BytePath("noise") })
        plan.items[index].entry.content = SHA256.digest(of: Array("never stored".utf8))
        let second = try bench.save("2.zip", plan: plan)
        #expect(second.written.statistics.filesRead == 1)
        #expect(second.known[BytePath("noise")] == first.known[BytePath("noise")])
    }
}
