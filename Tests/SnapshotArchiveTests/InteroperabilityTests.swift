import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

/// Every zip is an ordinary zip to the tools that people have.
@Suite struct InteroperabilityTests {
    @Test func toolsOpenAnEmptySnapshot() throws {
        let bench = try Bench()
        let zip = try bench.save("empty.zip")
        for tool in ForeignTool.allCases { try tool.examine(zip.path) }
        #expect(zip.reader.entries.count == 4)
        #expect(zip.reader.record.counts.directories == 1)
    }

    @Test func toolsExtractWhatWasSaved() throws {
        let bench = try Bench()
        var random = SeededGenerator(seed: 7)
        try bench.write("one\n", to: "a")
        try bench.write("", to: "empty")
        try bench.write(random.bytes(5000), to: "noise")
        try bench.write(String(repeating: "line of text\n", count: 30_000), to: "d/e/text")
        try bench.write(random.bytes(2 << 20) + Array("tail".utf8), to: "large noise")
        try bench.write(
            String(repeating: "large text 0123456789\n", count: 200_000), to: "large text")
        try bench.scratch.makeDirectories("data/nothing in it")
        try bench.root.makeLink(target: Array("a".utf8), at: Array("link".utf8))
        let zip = try bench.save("ordinary.zip")
        for tool in ForeignTool.allCases {
            try tool.examine(zip.path)
            let target = try ScratchDirectory()
            try tool.extract(zip.path, to: target.text)
            // Python extracts links as files that hold their targets.
            let excluded = tool == .python ? ["-x", "link"] : []
            let difference = try runProgram(
                ["diff", "-r", "--no-dereference", "-x", ".snapagent"] + excluded + [
                    bench.scratch.text + "/data", target.text,
                ])
            #expect(difference.status == 0, "\(tool): \(difference.output)\(difference.errors)")
        }
    }

    @Test func toolsExtractAwkwardNames() throws {
        let bench = try Bench()
        try AwkwardTree.make(in: bench)
        let zip = try bench.save("awkward.zip")
        for tool in ForeignTool.allCases {
            try tool.examine(zip.path)
            let target = try ScratchDirectory()
            try tool.extract(zip.path, to: target.text)
            // bsdtar composes names to NFC and turns a lone backslash into a slash: what it did not do is found.
            for (name, content) in AwkwardTree.plainNames
            where tool != .bsdtar || !AwkwardTree.changedByBsdtar.contains(name) {
                #expect(try target.read(name) == Array(content.utf8), "\(tool): \(name)")
            }
        }
        let odd = zip.reader.entries.filter { $0.name.starts(with: OwnName.odd) }
        #expect(odd.count == AwkwardTree.oddCount)
    }

    @Test func entriesCarryWhatExtractorsRestore() throws {
        let bench = try Bench()
        try bench.write("x", to: "script")
        let file = try bench.root.open(Array("script".utf8), .readOnly)
        try file.setMode(0o4755)
        try file.setTimes(modified: FileTime(seconds: 1_600_000_001, nanoseconds: 5))
        let zip = try bench.save("modes.zip")
        let target = try ScratchDirectory()
        try ForeignTool.unzip.extract(zip.path, to: target.text)
        let status = try target.descriptor.status(of: Array("script".utf8))
        #expect(status.mode == 0o755)
        #expect(status.modified.seconds == 1_600_000_001)
        // The tree keeps what a zip must not say.
        let tree = try #require(zip.reader.record.rootTree)
        let entry = try #require(try zip.reader.directory(tree).first)
        #expect(entry.mode == 0o4755)
        #expect(entry.modified == FileTime(seconds: 1_600_000_001, nanoseconds: 5))
    }
}
