import Glibc
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// An agent with nothing to do does nothing.
@Suite(.serialized) struct IdleTests {
    /// With mounts of its own an agent hears nothing of those that other tests make, which would wake it.
    private static var withoutOthersMounts: [String] {
        ["unshare", SystemIdentity.effectiveUserID == 0 ? "-m" : "-Urm"]
    }

    @Test func noThreadWakesUp() throws {
        let place = try Workplace()
        for number in 0..<500 {
            try place.scratch.write("file \(number)\n", to: "data/file \(number)")
        }
        try place.scratch.makeDirectories("mounted")
        let agent = try place.startAgent(wrapper: Self.withoutOthersMounts)
        try place.waitForSnapshot(1)
        try place.scratch.write("changed\n", to: "data/file 7")
        try place.waitForSnapshot(2)
        try place.did("list")
        try place.did("restore", "1", "--to", place.scratch.text + "/out")
        try place.did("verify")

        // What comes after a snapshot, such as pruning, comes to an end.
        let settled = try settle(agent)
        try #require(settled, "it never rested for five seconds")
        let after = try agent.wakeUps()
        try mountSomething(in: place.scratch)
        _ = poll(deadline: .seconds(10)) { nil as Bool? }
        #expect(try agent.wakeUps() == after)
        #expect(try agent.memory("VmRSS:") < 40_000)
        try agent.stop()
    }

    /// Mounts something where the tests run, if they may.
    private func mountSomething(in scratch: ScratchDirectory) throws {
        guard SystemIdentity.effectiveUserID == 0 else { return }
        for words in [["mount", "-t", "tmpfs", "none", "mounted"], ["umount", "mounted"]] {
            let result = try runProgram(words, directory: scratch.text)
            try #require(result.status == 0, "\(result.errors)")
        }
    }

    /// Setting the clock to what it shows moves it by less than a millisecond, and wakes who waits for that.
    @Test func aClockThatIsSetIsNoticedAtOnce() throws {
        let place = try Workplace()
        let agent = try place.startAgent(wrapper: Self.withoutOthersMounts)
        try place.waitForSnapshot(1)
        try #require(try settle(agent), "it never rested for five seconds")
        let before = try agent.wakeUps()
        let isSet = setClockToNow()
        // Who may not set the clock, as in most containers, shows at least that waiting costs nothing.
        let isAwake = try poll(deadline: .seconds(isSet ? 10 : 1)) {
            try agent.wakeUps() > before
        }
        #expect(isAwake == isSet)
        #expect(try settle(agent), "it never rested again")
        try agent.stop()
    }

    private func setClockToNow() -> Bool {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        return unsafe clock_settime(CLOCK_REALTIME, &now) == 0
    }

    /// Waits until five seconds pass without a wake-up.
    private func settle(_ agent: AgentProcess) throws -> Bool {
        var last = try agent.wakeUps()
        var since = ContinuousClock.now
        return try poll(deadline: .seconds(60)) {
            let now = try agent.wakeUps()
            if now != last {
                last = now
                since = .now
            }
            return ContinuousClock.now - since > .seconds(5)
        }
    }
}
