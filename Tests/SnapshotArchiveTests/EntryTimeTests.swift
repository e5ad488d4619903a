import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

/// Times that the exact field of a zip header cannot hold are no damage.
@Suite struct EntryTimeTests {
    @Test(arguments: [
        -2_000_000_000, -1, 0, 1, 2_147_483_647, 2_147_483_648, 4_102_444_800, 8_589_934_592,
    ])
    func isReadAsItWasWritten(seconds: Int64) throws {
        let bench = try Bench()
        try bench.write("content", to: "file")
        try bench.scratch.makeDirectories("data/directory")
        try bench.root.makeLink(target: Array("file".utf8), at: Array("link".utf8))
        for name in ["file", "directory", "link"] {
            try bench.root.setTimes(of: Array(name.utf8), modified: FileTime(seconds: seconds))
        }
        let zip = try bench.save("1.zip")
        #expect(try zip.reader.check(readData: true) == [])
        // What is carried into the next zip stays sound.
        try bench.write("more", to: "more")
        #expect(try bench.save("2.zip", carrying: zip).reader.check(readData: true) == [])
        for tool in ForeignTool.allCases { try tool.examine(zip.path) }
    }
}
