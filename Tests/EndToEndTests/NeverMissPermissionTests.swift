import ControlProtocol
import SnapshotModel
import TestSupport
import Testing

/// What the agent's user may not read: the test is root, the agent nobody.
@Suite struct NeverMissPermissionTests {
    private static let nobody = "65534"

    @Test(.timeLimit(.minutes(10))) func whatMayNotBeReadIsNamedAndPickedUpLater() throws {
        let place = try Workplace()
        let top = place.scratch.text
        try place.scratch.write("open\n", to: "data/open")
        try place.scratch.write("inside\n", to: "data/closed/deep/inside")
        try place.scratch.write("secret\n", to: "data/secret")
        // Wherever the program is, nobody may not get there.
        let program = top + "/snapagent"
        for arguments in [
            ["cp", try builtProgram("snapagent"), program],
            ["chown", "-R", "\(Self.nobody):\(Self.nobody)", top], ["chmod", "755", program],
            ["chown", "-R", "0:0", top + "/data/closed", top + "/data/secret"],
            ["chmod", "700", top + "/data/closed"], ["chmod", "600", top + "/data/secret"],
        ] {
            let result = try runProgram(arguments)
            try #require(result.status == 0, "\(result.errors)")
        }
        let agent = try WrappedAgent(
            ["setpriv", "--reuid", Self.nobody, "--regid", Self.nobody, "--clear-groups"], place,
            program: program)
        let status = try place.settle(agent.client, as: [.degraded])
        #expect(status.uncovered.map(\.path) == ["closed"])
        #expect(status.verdict == .gaps)

        let snapshot = try place.snapctl("snapshot")
        #expect(snapshot.status == 3, "\(snapshot.output)\(snapshot.errors)")
        let shown = try place.did("show", "latest")
        #expect(shown.contains("secret"), "\(shown)")
        #expect(shown.contains("closed"), "\(shown)")
        let item = try #require(try place.snapshots().last)
        #expect(item.missing == 2)
        #expect(try place.did("list").contains("2 missing"))

        let told = try place.snapctl("status")
        #expect(told.status == 3)
        for words in [
            "! unread secret cannot be read (permission denied)",
            "let the agent's user read secret, or: exclude = [\"secret\"]",
        ] {
            #expect(told.output.contains(words), "\(told.output)")
        }

        // Nobody may read it now, which the agent sees by itself.
        for arguments in [
            ["chmod", "755", top + "/data/closed"], ["chmod", "644", top + "/data/secret"],
        ] {
            try #require(runProgram(arguments).status == 0)
        }
        try place.settle(agent.client)
        try expectNewestEquals(place, "readable:")
        try place.scratch.write("changed\n", to: "data/closed/deep/inside")
        try place.settle(agent.client)
        try expectNewestEquals(place, "changed:")
        try agent.stop()
    }
}
