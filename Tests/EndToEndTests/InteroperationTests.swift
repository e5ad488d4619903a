import Foundation
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// Snapshots opened by programs that know nothing of this one.
@Suite struct InteroperationTests {
    /// What every zip program can bring back: plain names, contents, links, the executable bit.
    private func plainTree(_ place: Workplace) throws {
        let scratch = place.scratch
        try scratch.write("hello\n", to: "data/notes.txt")
        try scratch.write("", to: "data/empty")
        try scratch.write("한글\n", to: "data/보고서/한글 문서.txt")
        try scratch.write("#!/bin/sh\n", to: "data/bin/tool")
        var random = SeededGenerator()
        try scratch.write(random.bytes(300_000), to: "data/noise")
        try scratch.write(
            Array(repeating: UInt8(ascii: "a"), count: 3_000_000), to: "data/repetition")
        try scratch.write(
            (0..<400_000).map { "line \($0)\n" }.joined(), to: "data/large text")
        try scratch.makeDirectories("data/nothing inside")
        let data = try scratch.descriptor.open(Array("data".utf8), [.readOnly, .directory])
        try data.makeLink(target: Array("notes.txt".utf8), at: Array("link".utf8))
        try data.openBeneath(BytePath("bin/tool"), .readOnly).setMode(0o755)
    }

    static let tools: [(String, [String])] = [
        ("unzip", ["unzip", "-q", "ZIP", "-d", "OUT"]),
        ("7z", ["7z", "x", "-bd", "-bso0", "-bsp0", "-snl", "-oOUT", "ZIP"]),
        ("zipfile", ["python3", "-m", "zipfile", "-e", "ZIP", "OUT"]),
        ("bsdtar", ["bsdtar", "-xf", "ZIP", "-C", "OUT"]),
    ]

    @Test(arguments: tools) func extractsTheSame(
        tool: String, command: [String]
    ) throws {
        let place = try Workplace()
        try plainTree(place)
        let agent = try place.startAgent()
        try place.waitForSnapshot(1)
        // The second zip carries what the first one compressed.
        try place.scratch.writeAtOnce("changed\n", to: "data/notes.txt")
        let zip = try place.waitForZip(2)
        try agent.stop()

        let out = place.scratch.text + "/out"
        try place.scratch.makeDirectories("out")
        let words = command.map {
            $0.replacingOccurrences(of: "ZIP", with: zip).replacingOccurrences(of: "OUT", with: out)
        }
        let result = try runProgram(words, environment: ["LC_ALL": "C.UTF-8"])
        #expect(result.status == 0 && result.errors == "", "\(result.output)\(result.errors)")
        try FileManager.default.removeItem(atPath: out + "/.snapagent")
        var difference = ["diff", "-r", "--no-dereference", place.data, out]
        if tool == "zipfile" {
            // It makes a file with the target's name out of a link.
            difference += ["--exclude", "link"]
        }
        let compared = try runProgram(difference)
        #expect(compared.status == 0, "\(compared.output)")
        guard tool != "zipfile" else { return }
        let times = try facts(of: place.data).mapValues(\.modified.seconds)
        let extracted = try facts(of: out).filter { $0.value.kind == .file }
        for (path, fact) in extracted {
            #expect(fact.modified.seconds == times[path], "\(path.display)")
        }
    }

    @Test func pythonAloneRestoresExactly() throws {
        let place = try Workplace()
        _ = try AwkwardTree(in: place.scratch)
        let agent = try place.startAgent()
        try place.waitForSnapshot(1)
        try place.scratch.writeAtOnce("new\n", to: "data/new")
        let zip = try place.waitForZip(2)
        try agent.stop()
        let out = place.scratch.text + "/out"
        let result = try runProgram(
            ["python3", "-W", "error", repositoryRoot + "/docs/restore-by-hand.py", zip, out])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        try expectEqualTrees(place.data, out)
        try place.checkZips()
    }
}
