import ControlProtocol
import LinuxSystem
import SnapshotArchive
import SnapshotModel
import SnapshotStore
import StoreCommands
import TestSupport
import Testing

/// `ls` and `cat` on a real store.
@Suite struct LookTests {
    private func fixture() throws -> CommandFixture {
        let fixture = try CommandFixture()
        try fixture.scratch.write([1], to: BytePath(Array("data/".utf8) + [0xFF]))
        try fixture.scratch.descriptor.openBeneath(BytePath("data"), [.directory]).makeLink(
            target: Array("a".utf8), at: Array("link".utf8))
        try fixture.save(["a": "hello\n", "d/b": "1", "d/e/c": "2"])
        return fixture
    }

    @Test func lsListsOneDirectory() throws {
        let commands = try fixture().commands()
        let report = try commands.ls("1")
        #expect(
            report.entries.map(\.bytePath.bytes) == [
                Array("a".utf8), Array("d".utf8), Array("link".utf8), [0xFF],
            ])
        #expect(report.entries.map(\.type) == [.file, .directory, .link, .file])
        let file = try #require(report.entries.first)
        #expect(file.mode == "0644")
        #expect(file.size == 6)
        #expect(file.user == "me")
        #expect(
            file.sha256 == "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03")
        #expect(report.entries[2].target == "a")
        #expect(report.entries[3].pathBase64 == "/w==")
    }

    @Test func lsListsBelowAPathAndEverythingWhenAsked() throws {
        let commands = try fixture().commands()
        #expect(try commands.ls("latest:d").entries.map(\.path) == ["d/b", "d/e"])
        #expect(
            try commands.ls("latest:d", recursive: true).entries.map(\.path)
                == ["d/b", "d/e", "d/e/c"])
        #expect(try commands.ls("latest:d/b").entries.map(\.path) == ["d/b"])
        #expect(try commands.ls("latest:").path == "")
        #expect(try commands.ls("d@1h").entries.map(\.path) == ["d/b", "d/e"])
    }

    @Test func pathsStartFromTheCurrentDirectory() throws {
        let fixture = try fixture()
        let commands = try fixture.commands(at: fixture.data.appending(Array("d".utf8)))
        #expect(try commands.cat("latest:./b") == "1")
        #expect(try commands.cat("latest:../a") == "hello\n")
        #expect(try commands.cat("latest:d/b") == "1")
        #expect(try commands.cat("b@1h") == "1")
        let absolute = String(decoding: fixture.data.bytes, as: UTF8.self) + "/d/e/c"
        #expect(try commands.cat("\(absolute)@1h") == "2")
        let error = failure { () throws(UserError) in try commands.cat("/etc/passwd@1h") }
        #expect(error?.code == .noPath)
        #expect(error?.message == "/etc/passwd is not in documents")
    }

    @Test func catStreamsALargeFile() throws {
        let fixture = try fixture()
        let large = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 8) }
        try fixture.scratch.write(large, to: "data/large")
        try fixture.save()
        let commands = try fixture.commands()
        var bytes: [UInt8] = []
        let report = try commands.cat(
            CatParameters(scope: commands.scope, operand: WireBytes("latest:large"))
        ) { bytes += $0 }
        #expect(bytes == large)
        #expect(report.bytes == 3_000_000)
        #expect(report.snapshot == 2)
    }

    @Test func aSinksErrorEndsTheStream() throws {
        let commands = try fixture().commands()
        let full = UserError(.outputFailed, "cannot write", remedy: "free space")
        let error = failure { () throws(UserError) in
            try commands.cat(
                CatParameters(scope: commands.scope, operand: WireBytes("1:a"))
            ) { _ throws(UserError) in throw full }
        }
        #expect(error == full)
    }

    @Test func whatHasNoBytesIsRefused() throws {
        let commands = try fixture().commands()
        let directory = failure { () throws(UserError) in try commands.cat("1:d") }
        #expect(directory?.message == "1:d is a directory")
        #expect(directory?.remedy == "snapctl ls 1:d")
        #expect(
            failure { () throws(UserError) in try commands.cat("1:link") }?.message
                == "1:link is a link to a")
        #expect(failure { () throws(UserError) in try commands.cat("d/b") }?.code == .badRef)
    }

    @Test func aMissingPathSaysWhoHasIt() throws {
        let fixture = try fixture()
        try fixture.save(removing: ["a"])
        try fixture.save(["a": "again"])
        try fixture.save(removing: ["a"]) { $0.excludes = ["*.tmp"] }
        let commands = try fixture.commands()
        func absence(_ operand: String) -> UserError? {
            failure { () throws(UserError) in try commands.ls(operand) }
        }
        #expect(absence("4:a")?.message == "4 has no a")
        #expect(absence("4:a")?.why == "1, 3 have it")
        #expect(absence("4:a")?.remedy == "snapctl versions a")
        #expect(absence("4:x.tmp")?.why == "excluded by \"*.tmp\"")
        #expect(absence("4:x")?.why == "no snapshot has it")
        #expect(absence("4:x")?.remedy == "snapctl ls 4")
        try fixture.save(["once": "once"])
        try fixture.save(removing: ["once"])
        #expect(absence("6:once")?.why == "5 has it")
        let below = try fixture.commands(
            at: fixture.data.appending(Array("d".utf8)))
        let error = failure { () throws(UserError) in try below.ls("6:b") }
        #expect(error?.remedy == "from here it is 6:./b    (without ./ it counts from the top)")
        #expect(try below.ls("6:./b").entries.count == 1)
        #expect(absence("4:d/bb")?.near == ["d/b"])
    }

    @Test func aPathThatWasMeantFromTheTopIsSaid() throws {
        let fixture = try fixture()
        try fixture.save(["d/b": "b"])
        let below = try fixture.commands(at: fixture.data.appending(Array("d".utf8)))
        let hint = "from here it is b    (without REF: it counts from here)"
        for operands in [["latest", "d/b"], ["d/b"]] {
            let error = failure { () throws(UserError) in
                try below.restore(operands, dryRun: true)
            }
            #expect(error?.code == .noPath && error?.remedy == hint, "\(operands)")
        }
        #expect(failure { () throws(UserError) in try below.versions("d/b") }?.remedy == hint)
        try fixture.save(["c": "c"])
        // Behind REF: it counts from the top already, and the file of that name there is another one.
        let inside = failure { () throws(UserError) in try below.ls("latest:d/c") }
        #expect(inside?.remedy == "snapctl ls \(below.store.newest?.number ?? 0)")
        let absent = failure { () throws(UserError) in try below.versions("d/none") }
        #expect(absent?.remedy == "snapctl ls latest -r")
    }

    @Test func aFileThatIsReallyNamedLikeAPathAtATimeIsNotGuessed() throws {
        let fixture = try fixture()
        try fixture.save(["a@1h": "named"])
        let commands = try fixture.commands()
        let error = failure { () throws(UserError) in try commands.cat("a@1h") }
        #expect(error?.code == .refOrPath)
        #expect(try commands.cat("latest:a@1h") == "named")
    }
}
