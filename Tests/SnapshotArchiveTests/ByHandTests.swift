import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

/// The script in docs/ needs nothing but Python to bring a snapshot back exactly.
@Suite struct ByHandTests {
    private func restore(_ zip: SavedZip, to bench: Bench) throws -> ProgramResult {
        try runProgram([
            "python3", repositoryRoot + "/docs/restore-by-hand.py", zip.path,
            bench.scratch.text + "/data",
        ])
    }

    @Test func theTreeComesBackByteForByte() throws {
        let bench = try Bench()
        try AwkwardTree.make(in: bench)
        try bench.write(String(repeating: "large\n", count: 400_000), to: "large")
        for number in 0..<300 { try bench.write("\(number)", to: "many/\(number)") }
        let file = try bench.root.open(Array("large".utf8), .readOnly)
        try file.setMode(0o4711)
        try file.setAttribute(
            ExtendedAttribute(name: Array("user.note".utf8), value: [0, 0xFF, 10]))
        try file.setTimes(modified: FileTime(seconds: -5, nanoseconds: 123_456_789))
        try bench.root.setTimes(of: Array("many".utf8), modified: FileTime(seconds: 1 << 33))
        var plan = try bench.plan()
        let index = try #require(plan.items.firstIndex { $0.path == BytePath("large") })
        plan.items[index].entry.attributes = try file.attributes()
        let zip = try bench.save("1.zip", plan: plan)

        let copy = try Bench()
        let result = try restore(zip, to: copy)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.errors.isEmpty)
        var again = try copy.plan()
        again.items[index].entry.attributes =
            try copy.root.open(Array("large".utf8), .readOnly).attributes()
        // Equal trees have equal digests, so equal names, modes, owners, times, targets and contents.
        let restored = try copy.save("2.zip", plan: again)
        #expect(restored.written.record.rootTree == zip.written.record.rootTree)
        #expect(restored.known == zip.known)
    }

    @Test func hardLinksAndHolesComeBack() throws {
        let bench = try Bench()
        try bench.write("one inode", to: "first")
        try bench.root.makeHardLink(
            from: bench.root, Array("first".utf8), to: Array("second".utf8))
        try bench.write("data", to: "sparse")
        try bench.root.open(Array("sparse".utf8), .readWrite).truncate(to: 5 << 20)
        var plan = try bench.plan()
        let index = try #require(plan.items.firstIndex { $0.path == BytePath("sparse") })
        plan.items[index].entry.dataRanges =
            try bench.root.open(Array("sparse".utf8), .readOnly).dataRanges(size: 5 << 20)
        let zip = try bench.save("1.zip", plan: plan)
        let copy = try Bench()
        let result = try restore(zip, to: copy)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        let first = try copy.root.status(of: Array("first".utf8))
        #expect(first.linkCount == 2)
        #expect(try copy.root.status(of: Array("second".utf8)).identity == first.identity)
        let sparse = try copy.root.status(of: Array("sparse".utf8))
        #expect(sparse.size == 5 << 20)
        #expect(sparse.allocated < 1 << 20)
    }

    @Test func whatIsLostKeepsNothingElseBack() throws {
        let bench = try Bench()
        try bench.write("lost", to: "a")
        try bench.write("kept", to: "b")
        let zip = try bench.save("1.zip", plan: try bench.plan())
        // Under another hash nothing finds it any more.
        let lose = """
            import hashlib, sys
            data = open(sys.argv[1], "rb").read()
            digest = hashlib.sha256(b"lost").digest()
            assert digest in data
            open(sys.argv[1], "wb").write(data.replace(digest, bytes(32)))
            """
        #expect(try runProgram(["python3", "-c", lose, zip.path]).status == 0)
        let copy = try Bench()
        let result = try restore(zip, to: copy)
        #expect(result.status == 3)
        #expect(result.errors.hasPrefix("'a': its content is lost: no zip here has SHA-256 "))
        #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        #expect(try copy.root.status(of: Array("b".utf8)).size == 4)
    }

    @Test(arguments: [
        ("/nosuch.zip", "No such file"), ("/dev/null", "not a whole zip"), ("/", "Is a directory"),
    ])
    func whatIsNoZipIsNamed(path: String, why: String) throws {
        let bench = try Bench()
        let result = try runProgram([
            "python3", repositoryRoot + "/docs/restore-by-hand.py", path,
            bench.scratch.text + "/new",
        ])
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("\(path): \(why)"), "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1)
    }

    @Test func whatIsMissingIsSaid() throws {
        let bench = try Bench()
        try bench.write("secret", to: "f")
        let plan = try bench.plan()
        let zip = try SyscallFaults.refusing("openat2", with: .accessDenied, after: 1, times: 1) {
            try bench.save("1.zip", plan: plan, workers: 1)
        }
        let result = try restore(zip, to: Bench())
        #expect(result.status == 3)
        #expect(result.errors.contains("unreadable"))
    }
}
