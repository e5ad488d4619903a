import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

/// Files of huge holes cost what their data costs, in every zip and with every tool.
@Suite struct CondensedFileTests {
    private static let size: Int64 = 2 << 40
    private let noise: [UInt8]

    init() {
        var random = SeededGenerator(seed: 13)
        noise = random.bytes(3 << 20)
    }

    /// A file of 2 TiB with 3 MiB of noise in its middle, a block at its start and some bytes at its very end.
    private func bench() throws -> Bench {
        let bench = try Bench()
        try bench.scratch.writeSparse(
            "data/vm.img", size: Self.size,
            [0: Array(repeating: 7, count: 4096), 1 << 40: noise, Self.size - 5: [1, 2, 3, 4, 5]])
        try bench.write("small", to: "z")
        return bench
    }

    private func entry(_ zip: SavedZip, _ path: String = "vm.img") throws -> TreeEntry {
        try #require(zip.known[BytePath(path)])
    }

    /// The entry of a condensed content.
    private func stored(_ zip: SavedZip) throws -> ZipEntry {
        try #require(zip.reader.entries.first { $0.name.starts(with: OwnName.odd) })
    }

    @Test func onlyTheDataIsReadAndStored() throws {
        let bench = try bench()
        let zip = try bench.save("1.zip")
        let picture = try bench.scratch.sparsePicture("data/vm.img")
        let data = picture.data.sorted { $0.key < $1.key }
        let bytes = data.flatMap(\.value)
        #expect(bytes.count < 4 << 20)
        // The other five bytes are those of the small file.
        #expect(zip.written.statistics.bytesPacked == Int64(bytes.count) + 5)
        #expect(zip.written.size < 4 << 20)
        let entry = try entry(zip)
        #expect(entry.isCondensed)
        #expect(entry.size == Self.size)
        #expect(entry.content == SHA256.digest(of: bytes))
        #expect(
            entry.dataRanges
                == data.map { DataRange(offset: $0.key, count: Int64($0.value.count)) })
        #expect(zip.entry("vm.img") == nil)
        #expect(try stored(zip).plain == Int64(bytes.count))
        #expect(try zip.content(try #require(entry.content)) == bytes)
        let listed = try zip.reader.directory(try #require(zip.reader.record.rootTree))
        #expect(listed.first { $0.name == entry.name } == entry)
        #expect(try zip.reader.check(readData: true) == [])
        for tool in ForeignTool.allCases { try tool.examine(zip.path) }
        let out = bench.scratch.text + "/out"
        for (number, tool) in ForeignTool.allCases.enumerated() {
            try bench.scratch.makeDirectories("out\(number)")
            try tool.extract(zip.path, to: out + "\(number)")
            #expect(try bench.scratch.read("out\(number)/z") == Array("small".utf8))
        }
    }

    @Test func aScanThatKnowsTheHolesAndOneThatDoesNotAgree() throws {
        let bench = try bench()
        var plan = try bench.plan()
        let blind = try bench.save("1.zip", plan: plan)
        let index = try #require(plan.items.firstIndex { $0.path == BytePath("vm.img") })
        plan.items[index].entry.dataRanges = try entry(blind).dataRanges
        let seeing = try bench.save("2.zip", plan: plan)
        #expect(seeing.written.record.rootTree == blind.written.record.rootTree)
        #expect(seeing.known == blind.known)
    }

    @Test func theNextZipCarriesIt() throws {
        let bench = try bench()
        var first = try bench.plan()
        for index in first.items.indices where first.items[index].entry.size > 5 {
            first.items[index].entry.dataRanges = [DataRange(offset: 0, count: 1)]
        }
        let old = try bench.save("1.zip", plan: first)
        try bench.write("new", to: "a")
        let zip = try bench.save("2.zip", carrying: old)
        #expect(zip.written.statistics.bytesPacked == 3)
        #expect(try entry(zip) == entry(old))
        #expect(try stored(zip).name == Array(".snapagent/odd/0".utf8))
        #expect(try zip.bytes(of: stored(zip)) == old.bytes(of: stored(old)))
        #expect(try zip.reader.check(readData: true) == [])
        for tool in ForeignTool.allCases { try tool.examine(zip.path) }
    }

    @Test func hardLinksAreReadOnce() throws {
        let bench = try bench()
        try bench.root.makeHardLink(
            from: bench.root, Array("vm.img".utf8), to: Array("again.img".utf8))
        let zip = try bench.save("1.zip")
        let (one, two) = try (entry(zip), entry(zip, "again.img"))
        #expect(one.contentIdentity == two.contentIdentity)
        #expect(one.linkGroup == two.linkGroup)
        #expect(zip.written.statistics.bytesPacked < 4 << 20)
        #expect(try zip.reader.check(readData: true) == [])
        for tool in ForeignTool.allCases { try tool.examine(zip.path) }
        try expectRestoredByHand(zip, of: bench, ["vm.img", "again.img"])
    }

    @Test func oneWithoutAnyDataIsSavedToo() throws {
        let bench = try Bench()
        try bench.scratch.writeSparse("data/hole", size: Self.size)
        try bench.scratch.writeSparse("data/other hole", size: 3 << 30)
        try bench.write("", to: "empty")
        let zip = try bench.save("1.zip")
        #expect(try entry(zip, "hole").dataRanges == [])
        #expect(try entry(zip, "hole").isCondensed)
        #expect(zip.written.statistics.bytesPacked == 0)
        #expect(try zip.reader.check(readData: true) == [])
        for tool in ForeignTool.allCases { try tool.examine(zip.path) }
        try expectRestoredByHand(zip, of: bench, ["hole", "other hole", "empty"])
    }

    @Test func aFileGetsManyHolesAndLosesThemAgain() throws {
        let bench = try Bench()
        let data = [Int64(300 << 20): Array(noise.prefix(5_000))]
        try bench.scratch.writeSparse("data/f", size: 512 << 20, data)
        let few = try bench.save("1.zip")
        #expect(try !entry(few, "f").isCondensed)
        #expect(few.entry("f")?.plain == 512 << 20)
        try bench.scratch.writeSparse("data/f", size: 3 << 29)
        let many = try bench.save("2.zip", carrying: few)
        #expect(try entry(many, "f").isCondensed)
        #expect(many.entry("f") == nil)
        #expect(many.written.statistics.bytesPacked < 16 << 10)
        try bench.scratch.writeSparse("data/f", size: 512 << 20)
        let again = try bench.save("3.zip", carrying: many)
        #expect(try !entry(again, "f").isCondensed)
        #expect(try entry(again, "f").content == entry(few, "f").content)
        for zip in [few, many, again] { #expect(try zip.reader.check(readData: true) == []) }
    }

    @Test func aFileThatGrowsWhileItIsReadIsTorn() throws {
        let bench = try bench()
        let (zip, index) = try bench.saveWhileGrowing("vm.img")
        let content = try #require(zip.tornContent(index))
        let entry = try #require(zip.written.items[index])
        #expect(entry.missing == .torn)
        #expect(entry.isCondensed)
        #expect(entry.size > Self.size)
        #expect(try Int64(zip.content(content).count) == entry.contentSize)
        #expect(try zip.reader.check(readData: true) == [])
    }

    @Test func damageIsNamed() throws {
        let bench = try bench()
        let zip = try bench.save("1.zip")
        let header = try stored(zip)
        let file = try FileDescriptor.open(BytePath(zip.path), .readWrite)
        let place = header.headerOffset + Int64(header.localHeaderCount) + header.packed / 2
        let byte = try file.readExactly(1, at: place)
        try file.write([byte[0] ^ 1], at: place)
        let damage = try ArchiveReader.open(file, path: BytePath(zip.path)).check(readData: true)
        #expect(damage.map(\.path) == [BytePath("vm.img")])
    }

    @Test func theScriptBringsItBack() throws {
        let bench = try bench()
        let zip = try bench.save("1.zip")
        try expectRestoredByHand(zip, of: bench, ["vm.img", "z"])
    }

    private func expectRestoredByHand(
        _ zip: SavedZip, of bench: Bench, _ files: [String]
    ) throws {
        let copy = try Bench()
        let result = try runProgram([
            "python3", repositoryRoot + "/docs/restore-by-hand.py", zip.path,
            copy.scratch.text + "/data",
        ])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        for file in files {
            #expect(
                try copy.scratch.sparsePicture("data/" + file)
                    == bench.scratch.sparsePicture("data/" + file))
        }
    }
}
