import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

/// Files that vanish, change or cannot be read cost themselves and nothing else.
@Suite struct UnstableFileTests {
    private func bench() throws -> Bench {
        let bench = try Bench()
        try bench.write("kept", to: "kept")
        try bench.write("gone", to: "d/gone")
        try bench.write(String(repeating: "large\n", count: 400_000), to: "large gone")
        return bench
    }

    @Test func vanishedFilesAreNotInTheSnapshot() throws {
        let bench = try bench()
        let plan = try bench.plan()
        try bench.root.remove(Array("large gone".utf8))
        try bench.root.openBeneath(BytePath("d"), [.readOnly, .directory])
            .remove(Array("gone".utf8))
        let zip = try bench.save("1.zip", plan: plan)
        #expect(zip.written.outcomes.values.count { $0 == .vanished } == 2)
        #expect(zip.entry("d/gone") == nil)
        #expect(zip.entry("large gone") == nil)
        #expect(zip.entry("kept") != nil)
        #expect(zip.reader.record.isWhole)
        #expect(zip.reader.record.counts.files == 1)
        #expect(try zip.reader.check(readData: true).isEmpty)
        for tool in ForeignTool.allCases { try tool.examine(zip.path) }
    }

    /// A directory that moved takes its files along: a snapshot without them must not count as whole.
    @Test func filesOfADirectoryThatMovedAreMissed() throws {
        let bench = try bench()
        let plan = try bench.plan()
        try bench.root.rename(
            Array("d".utf8), to: bench.root, Array("e".utf8), replacing: false)
        let zip = try bench.save("1.zip", plan: plan)
        let index = try #require(plan.items.firstIndex { $0.path == BytePath("d/gone") })
        #expect(zip.written.outcomes[index] == .displaced)
        #expect(zip.written.items[index]?.missing == .unreadable)
        #expect(zip.written.items[index]?.content == nil)
        #expect(zip.reader.record.missing == [.displaced(BytePath("d/gone"))])
        #expect(!zip.reader.record.isWhole)
        #expect(zip.reader.record.counts.files == 3)
        #expect(try zip.reader.check(readData: true).isEmpty)
    }

    @Test(arguments: [EntryKind.fifo, .directory, .link])
    func whatTakesAFilesPlaceIsNotRead(kind: EntryKind) throws {
        let bench = try bench()
        let plan = try bench.plan()
        let name = Array("kept".utf8)
        try bench.root.remove(name)
        switch kind {
        case .fifo: try bench.root.makeNode(name, kind: .fifo, mode: 0o600)
        case .directory: try bench.root.makeDirectory(name)
        default: try bench.root.makeLink(target: Array("d/gone".utf8), at: name)
        }
        let zip = try bench.save("1.zip", plan: plan)
        let index = try #require(plan.items.firstIndex { $0.path == BytePath(name) })
        #expect(zip.written.outcomes[index] == .vanished)
        #expect(zip.written.items[index] == nil)
    }

    @Test func unreadableFilesKeepTheirMetadata() throws {
        let bench = try bench()
        let plan = try bench.plan()
        // One worker is the test's own thread, the only one that the fault concerns; it opens the zip first.
        let zip = try SyscallFaults.refusing("openat2", with: .accessDenied, after: 1, times: 1) {
            try bench.save("1.zip", plan: plan, workers: 1)
        }
        let (index, outcome) = try #require(
            zip.written.outcomes.first { $0.value == .unreadable(.accessDenied) })
        #expect(outcome == .unreadable(.accessDenied))
        let path = plan.items[index].path
        let missing = MissingItem(
            path: path, reason: .unreadable, detail: Errno.accessDenied.message)
        #expect(zip.reader.record.missing == [missing])
        #expect(zip.written.items[index]?.missing == .unreadable)
        #expect(zip.written.items[index]?.content == nil)
        #expect(zip.reader.entries.contains { $0.name == path.bytes } == false)
        #expect(try zip.reader.check(readData: true).isEmpty)
    }

    @Test func aLargeFileThatCannotBeReadToItsEndLeavesNoTrace() throws {
        let bench = try bench()
        let plan = try bench.plan()
        let index = try #require(plan.items.firstIndex { $0.path == BytePath("large gone") })
        var failures = 0
        for passing in 0..<10 {
            let zip = try SyscallFaults.refusing("pread", with: .io, after: passing, times: 1) {
                try bench.save("1.zip", plan: plan, workers: 1)
            }
            #expect(try zip.reader.check(readData: true).isEmpty)
            guard zip.written.outcomes[index] == .unreadable(.io) else { continue }
            failures += 1
            #expect(zip.entry("large gone") == nil)
            for tool in ForeignTool.allCases { try tool.examine(zip.path) }
        }
        #expect(failures >= 2)
    }

    @Test func filesThatKeepGrowingAreStoredAndMarked() throws {
        let bench = try bench()
        try bench.write(String(repeating: "x", count: 3 << 20), to: "log")
        let (zip, index) = try bench.saveWhileGrowing("log")
        let content = try #require(zip.tornContent(index))
        #expect(zip.written.items[index]?.missing == .torn)
        #expect(zip.written.items[index]?.size == zip.entry("log")?.plain)
        #expect(try Int64(zip.content(content).count) == zip.entry("log")?.plain)
        #expect(zip.reader.record.missing.map(\.reason) == [.torn])
        #expect(try zip.reader.check(readData: true).isEmpty)
        for tool in ForeignTool.allCases { try tool.examine(zip.path) }
    }

    @Test(arguments: [0, 1, 2, 5])
    func aFullDiskThrows(passing: Int) throws {
        let bench = try bench()
        let plan = try bench.plan()
        #expect(throws: SystemError("pwrite", errno: .noSpace)) {
            try SyscallFaults.refusing("pwrite", with: .noSpace, after: passing) {
                try bench.save("1.zip", plan: plan, workers: 1)
            }
        }
    }

    @Test(arguments: [1, 4])
    func aJobThatIsCalledOffThrows(workers: Int) throws {
        let bench = try bench()
        let progress = JobProgress()
        progress.cancel()
        let error = #expect(throws: UserError.self) {
            try bench.save("1.zip", workers: workers, progress: progress)
        }
        #expect(error?.code == .interrupted)
    }
}
