import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

/// Files that get another name in their directory after the scan are in the snapshot all the same.
@Suite struct RenamedFileTests {
    private static let large = String(repeating: "large\n", count: 400_000)

    private func bench() throws -> Bench {
        let bench = try Bench()
        try bench.write("kept", to: "kept")
        try bench.write("small", to: "d/small")
        try bench.write(Self.large, to: "d/large")
        return bench
    }

    /// Renames a file within `d`.
    private func rename(_ bench: Bench, _ old: String, _ new: String) throws {
        let directory = try bench.root.openBeneath(BytePath("d"), [.readOnly, .directory])
        try directory.rename(
            Array(old.utf8), to: directory, Array(new.utf8), replacing: true)
    }

    private func saved(_ zip: SavedZip, _ path: String) throws -> String? {
        guard let index = zip.plan.items.firstIndex(where: { $0.path == BytePath(path) }),
            let content = zip.written.items[index]?.content
        else { return nil }
        return String(decoding: try zip.content(content), as: UTF8.self)
    }

    @Test func theyAreSavedUnderTheNamesOfTheScan() throws {
        let bench = try bench()
        let plan = try bench.plan()
        try rename(bench, "small", "small~")
        try rename(bench, "large", "large~")
        let zip = try bench.save("1.zip", plan: plan)
        #expect(try saved(zip, "d/small") == "small")
        #expect(try saved(zip, "d/large") == Self.large)
        #expect(zip.reader.record.isWhole)
        #expect(zip.reader.record.counts.files == 3)
        #expect(try zip.reader.check(readData: true).isEmpty)
        for tool in ForeignTool.allCases { try tool.examine(zip.path) }
    }

    /// What is read under its new name anyway is there once.
    @Test func aFileThatReplacedAnotherIsSavedInItsPlace() throws {
        let bench = try bench()
        try bench.write("new", to: "d/small.new")
        let plan = try bench.plan()
        try rename(bench, "small.new", "small")
        let zip = try bench.save("1.zip", plan: plan)
        #expect(try saved(zip, "d/small") == "new")
        #expect(try saved(zip, "d/small.new") == nil)
        #expect(zip.reader.record.isWhole)
    }

    /// Another file may have got the inode of one that is gone.
    @Test func anotherStateOfTheInodeIsNotTakenForIt() throws {
        let bench = try bench()
        let plan = try bench.plan()
        try rename(bench, "small", "small~")
        try bench.write("something else", to: "d/small~")
        let zip = try bench.save("1.zip", plan: plan)
        #expect(try saved(zip, "d/small") == nil)
        #expect(zip.reader.record.counts.files == 2)
    }
}
