import ControlProtocol
import Foundation
import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

/// `snapctl repair` by the real programs.
@Suite struct RepairTests {
    let agent: AgentFixture

    /// Snapshots 1 and 2; `kept` is in both, `own` differs.
    init() throws {
        let scratch = try ScratchDirectory()
        try scratch.write("in both snapshots, and long enough to be hit somewhere", to: "data/kept")
        try scratch.write("only in the first, and long enough to be hit somewhere", to: "data/own")
        agent = try AgentFixture("layout = \"complete\"", in: scratch)
        try scratch.writeAtOnce("only in the second, as it is in the directory", to: "data/own")
        #expect(try agent.snapctl("snapshot").status == 0)
    }

    /// Flips a bit in the data of a file as a snapshot's zip has it; nothing else changes.
    private func damage(_ name: String, in number: Int) throws {
        let store = agent.scratch.text + "/store"
        let zip = try #require(
            try FileManager.default.contentsOfDirectory(atPath: store)
                .first { $0.hasSuffix("_\(number).zip") })
        let path = BytePath("\(store)/\(zip)")
        let reader = try ArchiveReader.open(
            try FileDescriptor.open(path, .readOnly), path: path)
        let entry = try #require(reader.entries.first { $0.name == Array(name.utf8) })
        let file = try FileDescriptor.open(path, .readWrite)
        let modified = try file.status().modified
        let place = entry.headerOffset + Int64(entry.localHeaderCount) + entry.packed / 2
        let byte = try file.readExactly(1, at: place)[0]
        try file.write([byte ^ 4], at: place)
        try file.setTimes(modified: modified)
    }

    @Test func whatHasACopyIsMendedAndTheBrakeIsReleased() throws {
        try damage("kept", in: 1)
        let verify = try agent.snapctl("verify", "--read-data")
        #expect(verify.status == 1)
        #expect(verify.errors.contains("do: snapctl repair    (mends kept from 2)"))
        #expect(try agent.status()?.alarms.map(\.code) == ["brake"])
        let plan = try agent.snapctl("repair", "-n")
        #expect(plan.status == 1)
        #expect(plan.errors.contains("snapctl: 1 damaged\n  do: snapctl repair\n"))
        #expect(plan.output.contains("data  would make 1 zip anew"))
        #expect(plan.output.contains("kept  from 2"))
        #expect(try agent.snapctl("verify", "--read-data").status == 1)
        let repair = try agent.snapctl("repair")
        #expect(repair.status == 0, "\(repair.errors)")
        #expect(repair.output.contains("kept  mended from 2"))
        #expect(try agent.snapctl("verify", "--read-data").status == 0)
        #expect(try agent.status()?.alarms.map(\.code) == [])
        #expect(try agent.snapctl("repair").output.contains("nothing to repair"))
        let whole = try agent.snapctl("repair", "-n")
        #expect(whole.status == 0)
        #expect(whole.errors == "")
    }

    @Test func whatTheDirectoryHasIsSavedAgain() throws {
        try damage("own", in: 2)
        let plan = try agent.snapctl("repair", "-n")
        #expect(plan.status == 1)
        #expect(plan.output.contains("own  is saved again: the directory still has it"))
        let repair = try agent.snapctl("repair")
        #expect(repair.status == 0, "\(repair.errors)")
        #expect(repair.output.contains("own  saved again from the directory"))
        #expect(try agent.snapctl("verify", "--read-data").status == 0)
        #expect(
            try agent.snapctl("cat", "2:own").output
                == "only in the second, as it is in the directory")
    }

    @Test func whatIsLostIsNamedEverywhereUntilItComesBack() throws {
        try damage("own", in: 1)
        let plan = try agent.snapctl("repair", "-n")
        #expect(plan.status == 1)
        #expect(plan.output.contains("own  no copy anywhere: marks 1 partial"))
        let repair = try agent.snapctl("repair")
        #expect(repair.status == 3)
        #expect(repair.output.contains("own  lost: no copy anywhere"))
        #expect(repair.errors.contains("1 file in 1 snapshot is lost for good"))
        #expect(repair.errors.contains("do: snapctl show 1"))
        #expect(try agent.snapctl("show", "1").output.contains("own"))
        #expect(try agent.list().first { $0.hasPrefix("1 ") }?.contains("1 missing") == true)
        let restore = try agent.snapctl("restore", "1", "--to", agent.scratch.text + "/out")
        #expect(restore.status == 3)
        #expect(try agent.scratch.read("out/kept") == (try agent.scratch.read("data/kept")))
        let verify = try agent.snapctl("verify", "--read-data")
        #expect(verify.status == 0)
        #expect(verify.output.contains("own  lost for good, as noted by a repair"))
        let status = try agent.snapctl("status")
        #expect(status.status == 0)
        #expect(status.output.contains("files are lost in 1: snapctl show 1"))
        let offline = try runProgram([
            try builtProgram("snapctl"), "--store", agent.scratch.text + "/store", "show", "1",
        ])
        #expect(offline.output.contains("own"))
        let text = "only in the first, and long enough to be hit somewhere"
        try agent.scratch.write(text, to: "data/own")
        #expect(try agent.snapctl("snapshot").status == 0)
        #expect(try agent.snapctl("cat", "1:own").output == text)
        #expect(try agent.list().allSatisfy { !$0.contains("missing") })
    }

    /// The newest snapshot shows it, but the file is another one by now.
    @Test func whatTheDirectoryHasNoMoreIsNotPromised() throws {
        try damage("own", in: 2)
        try agent.scratch.write(
            "another, and just as long as the one that was there", to: "data/own")
        let plan = try agent.snapctl("repair", "-n")
        #expect(plan.output.contains("own  no copy anywhere: marks 2 partial"), "\(plan.output)")
        #expect(try agent.snapctl("repair").status == 3)
        #expect(try agent.list().first { $0.hasPrefix("2 ") }?.contains("1 missing") == true)
    }

    @Test func aStoreOnItsOwnIsNotRepaired() throws {
        let refused = try runProgram([
            try builtProgram("snapctl"), "--store", agent.scratch.text + "/store", "repair",
        ])
        #expect(refused.status == 2)
        #expect(refused.errors.contains("repair"))
    }
}
