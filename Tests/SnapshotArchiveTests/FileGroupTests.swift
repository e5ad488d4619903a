import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

/// Files that mean something only together are saved as they were at one moment, or not called whole.
@Suite struct FileGroupTests {
    private static let mark = "SQLite format 3\0"

    private func bench() throws -> Bench {
        let bench = try Bench()
        try bench.write(Self.mark + "one", to: "x.db")
        try bench.write("one", to: "x.db-wal")
        try bench.write("other", to: "other")
        return bench
    }

    /// A plan in which the database and its log are a group, what is known of them included.
    private func plan(_ bench: Bench, carrying old: SavedZip? = nil) throws -> ArchivePlan {
        var plan = try bench.plan(carrying: old)
        var group = FileGroup(base: BytePath("x.db"), members: [])
        for (index, item) in plan.items.enumerated()
        where item.path.bytes.starts(with: Array("x.db".utf8)) {
            group.members.append(index)
            guard item.source != .live else { continue }
            let status = try bench.root.status(of: item.path.name)
            group.known[index] = KnownIdentity(
                device: status.device, inode: status.inode, changed: status.changed)
        }
        plan.groups = [group]
        return plan
    }

    private func saved(_ zip: SavedZip, _ name: String) throws -> String? {
        guard let index = zip.plan.items.firstIndex(where: { $0.path == BytePath(name) }),
            let content = zip.written.items[index]?.content
        else { return nil }
        return String(decoding: try zip.content(content), as: UTF8.self)
    }

    private func check(_ zip: SavedZip) throws {
        #expect(try zip.reader.check(readData: true).isEmpty)
        for tool in ForeignTool.allCases { try tool.examine(zip.path) }
    }

    @Test(arguments: [0, 2 << 20])
    func whatWasUnchangedIsReadIfItChangesWithTheOthers(filling: Int) throws {
        let bench = try bench()
        let filling = String(repeating: "x", count: filling)
        try bench.write(Self.mark + "one" + filling, to: "x.db")
        let old = try bench.save("1.zip")
        try bench.write("second", to: "x.db-wal")
        let plan = try plan(bench, carrying: old)
        #expect(plan.groups.first?.known.count == 1)
        // What a checkpoint does after the scan.
        try bench.write(Self.mark + "second" + filling, to: "x.db")
        let zip = try bench.save("2.zip", plan: plan)
        #expect(try saved(zip, "x.db") == Self.mark + "second" + filling)
        #expect(try saved(zip, "x.db-wal") == "second")
        #expect(zip.reader.record.isWhole)
        try check(zip)
    }

    @Test func whatIsUnchangedIsCarried() throws {
        let bench = try bench()
        let old = try bench.save("1.zip")
        try bench.write("second", to: "x.db-wal")
        let zip = try bench.save("2.zip", plan: try plan(bench, carrying: old))
        #expect(zip.written.statistics.filesRead == 1)
        #expect(try saved(zip, "x.db") == Self.mark + "one")
        #expect(try saved(zip, "x.db-wal") == "second")
        #expect(zip.reader.record.isWhole)
        try check(zip)
    }

    @Test func aLogThatWentIsNotInTheSnapshot() throws {
        let bench = try bench()
        let plan = try plan(bench)
        try bench.root.remove(Array("x.db-wal".utf8))
        let zip = try bench.save("1.zip", plan: plan)
        #expect(try saved(zip, "x.db") == Self.mark + "one")
        #expect(try saved(zip, "x.db-wal") == nil)
        #expect(zip.entry("x.db-wal") == nil)
        #expect(zip.reader.record.isWhole)
        try check(zip)
    }

    /// The journal of a transaction that began after the scan: without it the database may be of its middle.
    @Test(arguments: [0, 2 << 20], ["x.db-journal", "x.db-wal"])
    func aDatabaseWhoseJournalCameIsNotWhole(filling: Int, name: String) throws {
        let bench = try Bench()
        let content = Self.mark + String(repeating: "x", count: filling)
        try bench.write(content, to: "x.db")
        let plan = try bench.plan()
        try bench.write("begun", to: name)
        let zip = try bench.save("1.zip", plan: plan)
        #expect(zip.reader.record.missing.map(\.reason) == [.torn])
        #expect(zip.reader.record.missing.map(\.path) == [BytePath("x.db")])
        #expect(zip.written.items[1]?.missing == .torn)
        #expect(try saved(zip, "x.db") == content)
        try check(zip)

        try bench.write("", to: name)
        #expect(try bench.save("2.zip", plan: plan).reader.record.isWhole, "emptied")
        try bench.write("begun", to: name)
        var leaving = plan
        leaving.leavesOut = { $0 == BytePath(name) }
        #expect(try bench.save("3.zip", plan: leaving).reader.record.isWhole, "left out")
    }

    /// Every failed attempt gives back what it took, and another file with the same content does not lean on it.
    @Test func filesThatKeepChangingPartTheirGroup() throws {
        let bench = try bench()
        let large = Self.mark + String(repeating: "0123456789", count: 300_000)
        try bench.write(large, to: "x.db")
        try bench.write(large, to: "y.db")
        let (zip, index) = try bench.saveWhileGrowing("x.db-wal") { try self.plan(bench) }
        #expect(zip.written.items[index]?.missing == .torn)
        #expect(try saved(zip, "x.db") == large)
        #expect(try saved(zip, "y.db") == large)
        #expect(try saved(zip, "other") == "other")
        let missing = zip.reader.record.missing
        #expect(missing.map(\.path) == [BytePath("x.db"), BytePath("x.db-wal")])
        #expect(missing.allSatisfy { $0.reason == .torn })
        try check(zip)
    }
}
