import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

@Suite struct TreeTests {
    /// A plan of one directory with so many empty directories in it, which needs no files.
    private static func plan(_ names: [String], modified: Int64 = 0) -> ArchivePlan {
        let root = TreeEntry(
            name: [], kind: .directory, mode: 0o755, uid: 0, gid: 0,
            modified: FileTime(seconds: 1_700_000_000))
        var items = [ArchiveItem(entry: root, path: .root, parent: 0, source: .metadata)]
        for name in names.sorted(by: { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }) {
            var entry = root
            entry.name = Array(name.utf8)
            entry.modified.seconds += modified
            items.append(
                ArchiveItem(entry: entry, path: BytePath(name), parent: 0, source: .metadata))
        }
        return ArchivePlan(items: items)
    }

    @Test(arguments: [0, 1, 64, 65, 1000, 5000])
    func aDirectoryReadsBackAsItWas(count: Int) throws {
        let bench = try Bench()
        let plan = Self.plan((0..<count).map { "name \($0)" })
        let zip = try bench.save("1.zip", plan: plan)
        let tree = try #require(zip.reader.record.rootTree)
        let entries = try zip.reader.directory(tree)
        #expect(entries == zip.written.items.dropFirst().compactMap(\.self))
        let objects = try zip.reader.extents().trees.count
        // The empty directories share one object.
        switch count {
        case 0: #expect(objects == 1)
        case 1...64: #expect(objects == 2)
        default: #expect(objects > count / 64 && objects < max(20, count / 16))
        }
    }

    @Test func oneChangeRewritesOnePart() throws {
        let bench = try Bench()
        let names = (0..<5000).map { "file number \($0)" }
        let before = try bench.save("1.zip", plan: Self.plan(names))
        let after = try bench.save("2.zip", plan: Self.plan(names + ["file number 777 and a half"]))
        let old = Set(try before.reader.extents().trees.keys)
        let new = try after.reader.extents().trees.filter { !old.contains($0.key) }
        #expect(new.count <= 4)
        #expect(new.values.reduce(0) { $0 + $1.plain } < 100_000)
    }

    @Test func equalDirectoriesAreOneObject() throws {
        let bench = try Bench()
        for directory in ["a", "b", "c/d"] {
            try bench.write("same", to: directory + "/file")
            let file = try bench.root.openBeneath(BytePath(directory + "/file"), .readOnly)
            try file.setTimes(modified: FileTime(seconds: 1_700_000_000))
        }
        let zip = try bench.save("1.zip")
        #expect(zip.known[BytePath("a")]?.tree == zip.known[BytePath("c/d")]?.tree)
        // The root, the three as one, and c.
        #expect(try zip.reader.extents().trees.count == 3)
    }

    @Test func aTreesIdentityIsTheDigestOfItsText() throws {
        let bench = try Bench()
        try bench.write("x", to: "f")
        let zip = try bench.save("1.zip")
        let tree = try #require(zip.reader.record.rootTree)
        let text = try zip.reader.treeObject(tree)
        #expect(SHA256.digest(of: text) == tree)
        #expect(String(decoding: text, as: UTF8.self).hasPrefix("f type=file mode=0644 "))
    }

    /// The counts around the largest that the old end record can hold.
    @Test(arguments: [65_534, 65_535, 65_536, 65_537])
    func countsAroundTheOldLimit(count: Int) throws {
        let bench = try Bench()
        // Below others, so that no listing is large.
        var plan = Self.plan((0..<(count - 4)).map { "directory \($0)" })
        for index in plan.items.indices.dropFirst(2) where index % 60 != 1 {
            let parent = (index - 1) / 60 * 60 + 1
            plan.items[index].parent = parent
            plan.items[index].path =
                plan.items[parent].path.appending(plan.items[index].entry.name)
        }
        let zip = try bench.save("1.zip", plan: plan)
        #expect(zip.reader.entries.count == count)
        for tool in ForeignTool.allCases { try tool.examine(zip.path) }
        let listing = try runProgram(["unzip", "-Z1", zip.path])
        #expect(listing.stdout.count { $0 == UInt8(ascii: "\n") } == count)
    }
}
