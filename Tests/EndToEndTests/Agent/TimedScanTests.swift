import Foundation
import TestSupport
import Testing

/// What cannot be watched is scanned on a timer, and `status` says so.
@Suite struct TimedScanTests {
    /// A program and arguments that start another one where few watches are allowed.
    private func limited(to watches: Int) -> [String] {
        [
            "unshare", "-Ur", "sh", "-c",
            "echo \(watches) > /proc/sys/user/max_inotify_watches; exec \"$@\"", "sh",
        ]
    }

    @Test func raisingTheLimitHealsByItself() throws {
        let scratch = try ScratchDirectory()
        for number in 0..<40 { try scratch.write("a", to: "data/d\(number)/e/file") }
        let flag = scratch.text + "/raise"
        // Only a process inside the user namespace may raise its limit.
        let script =
            "cd /proc/sys/user; echo 20 > max_inotify_watches; "
            + "(until [ -e \(flag) ]; do sleep 0.05; done; echo 500 > max_inotify_watches) & "
            + "exec \"$@\""
        let agent = try AgentFixture(
            "scan_interval = \"1s\"", in: scratch,
            wrapper: ["unshare", "-Ur", "sh", "-c", script, "sh"])
        #expect(try agent.status()?.alarms.map(\.code) == ["gap"])
        try scratch.write("", to: "raise")
        #expect(
            try agent.waitForStatus {
                $0.verdict == "ok" && $0.state == "watching" && $0.uncovered.isEmpty
            })
    }

    @Test func whatIsBeyondTheLimitIsScannedAndNamed() throws {
        let scratch = try ScratchDirectory()
        for number in 0..<40 { try scratch.write("a", to: "data/d\(number)/e/file") }
        let agent = try AgentFixture(
            "scan_interval = \"1s\"", in: scratch, wrapper: limited(to: 20))
        let status = try agent.snapctl("status")
        #expect(status.status == 3)
        #expect(status.output.contains("of 81 directories cannot be watched"), "\(status.output)")
        #expect(status.output.contains("scanned every 1s"))
        #expect(status.output.contains("sudo sysctl user.max_inotify_watches="))
        #expect(agent.log.contains("user.max_inotify_watches"))
        let places = try #require(try agent.status()?.uncovered)
        #expect(places.count > 20 && places.allSatisfy { $0.scannedEvery == 1 })

        for number in 0..<40 { try scratch.write("longer", to: "data/d\(number)/e/file") }
        #expect(
            try poll {
                let diff = try agent.snapctl("diff", "1", "latest").output
                return (0..<40).allSatisfy { diff.contains("d\($0)/e/file") }
            })
    }

    @Test func aDirectoryThatBecomesReadableIsPickedUp() throws {
        let scratch = try ScratchDirectory()
        try scratch.write("kept", to: "data/shut/file")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0], ofItemAtPath: scratch.text + "/data/shut")
        let agent = try AgentFixture(
            "scan_interval = \"1s\"", in: scratch,
            wrapper: AgentFixture.bowsToModes)
        let before = try #require(try agent.status())
        #expect(before.uncovered.map(\.path) == ["shut"])
        #expect(before.alarms.map(\.code) == ["gap"])
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: scratch.text + "/data/shut")
        #expect(try agent.waitForStatus { $0.verdict == "ok" && $0.uncovered.isEmpty })
        #expect(try agent.snapctl("cat", "latest:shut/file").output == "kept")
    }
}
