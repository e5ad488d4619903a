import ControlProtocol
import Foundation
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// More events, or more directories, than the kernel has room for.
@Suite struct NeverMissLimitTests {
    /// While the agent stands still the kernel's queue runs over, and what happened then is not in it.
    @Test(.timeLimit(.minutes(10))) func anOverflow() throws {
        let watched = try WatchedPlace { try $0.scratch.write("0\n", to: "data/quiet/deep/file") }
        let before = try watched.place.status(watched.client)
        watched.agent.send(SIGSTOP)
        let text = try String(
            contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
        let room = try #require(Int(text.split(separator: "\n").first ?? ""))
        for number in 0...room / 3 {
            let name = Array("file \(number % 20)".utf8)
            let file = try watched.tree.open(name, [.writeOnly, .create])
            try file.write([UInt8(number % 256)], at: 0)
            try file.close()
            if number % 3 > 0 { try watched.tree.remove(name) }
        }
        // After the overflow: no event tells of these.
        try watched.write("new\n", to: "unseen/deep/file")
        try watched.write("changed\n", to: "quiet/deep/file")
        watched.agent.send(SIGCONT)
        try watched.expectSaved("overflow:")
        let after = try watched.place.status(watched.client)
        #expect(after.overflows > before.overflows)
        #expect(after.lastFullWalk != before.lastFullWalk)
        try watched.write("watched too\n", to: "unseen/deep/file")
        try watched.expectSaved("after it:")
        try watched.agent.stop()
    }

    /// Five seconds, or as many as `SNAPAGENT_STORM_SECONDS` says, of as many events as two threads can make.
    @Test(.timeLimit(.minutes(60))) func aStorm() throws {
        let asked = ProcessEnvironment.value("SNAPAGENT_STORM_SECONDS")
        let seconds = asked.flatMap { Int($0) } ?? 5
        // On a busy machine both threads may rest for a shorter time than this: that is no storm.
        let watched = try WatchedPlace(quiet: "1s")
        var random = SeededGenerator()
        let start = MonotonicInstant.now
        let end = start + .seconds(seconds)
        let left = Monitor(2)
        let (tree, outside) = (watched.place.data, watched.place.scratch.text + "/outside")
        for _ in 0..<2 {
            let seed = random.next()
            try Thread.detach(name: "storm") {
                defer { left.update { $0 -= 1 } }
                do {
                    var worker = try ChurnWorker(
                        tree: BytePath(tree), outside: BytePath(outside), seed: seed)
                    while .now < end { worker.work(1_000) }
                } catch {
                    Issue.record("no storm: \(error)")
                }
            }
        }
        let isOver: Bool? = left.wait(until: end + .seconds(60)) { $0 == 0 ? true : nil }
        try #require(isOver == true)
        let cost = try watched.agent.processorSeconds()
        try watched.expectSaved("seed \(random.seed):")
        let status = try watched.place.status(watched.client)
        let last = status.lastSnapshot?.number ?? 0
        if asked != nil {
            print(
                "a storm of \(seconds)s: \(last) snapshots, \(status.overflows) overflows, "
                    + "\(cost)s of CPU time, "
                    + "\(try watched.agent.memory("VmHWM:") / 1_024) MiB at most")
        }
        // One for each longest wait of the time that has really passed, and those before and after.
        let passed = MonotonicInstant.now - start
        #expect(last <= Int(passed.components.seconds) / 2 + 5, "in \(passed)")
        // Nothing goes on after it: no walk, no snapshot, no wake-up for a whole second.
        var woken = try watched.agent.wakeUps()
        var since = MonotonicInstant.now
        let rests = try poll(deadline: .seconds(60)) { () throws -> Bool in
            let now = try watched.agent.wakeUps()
            if now != woken { (woken, since) = (now, .now) }
            return .now - since > .seconds(1)
        }
        #expect(rests)
        try watched.agent.stop()
    }

    @Test(.timeLimit(.minutes(10))) func fewerWatchesThanDirectories() throws {
        let place = try Workplace()
        for number in 0..<500 {
            try place.scratch.write("\(number)\n", to: "data/\(number % 10)/\(number)/file")
        }
        let limit = "/proc/sys/user/max_inotify_watches"
        let agent = try WrappedAgent(
            ["unshare", "-Ur", "sh", "-c", "echo 50 > \(limit) && exec \"$@\"", "sh"], place)
        let status = try place.settle(agent.client, as: [.degraded])
        try expectNewestEquals(place, "limited:")
        #expect(status.watchLimit == 50)
        #expect(status.watches <= 50)
        #expect(!status.uncovered.isEmpty)
        let shown = try place.snapctl("status")
        #expect(shown.status == 3)
        let sysctl = "user.max_inotify_watches"
        for word in ["allows 50, \(sysctl)", "of 511", "sudo sysctl \(sysctl)="] {
            #expect(shown.output.contains(word), "\(word) in \(shown.output)")
        }

        // A comparison of everything does not need a watch.
        try place.scratch.write("changed\n", to: "data/9/499/file")
        try place.did("snapshot", "--full")
        try expectNewestEquals(place, "compared:")

        // With the limit raised the next look heals it.
        try agent.runAsItsRoot("sh", "-c", "echo 100000 > \(limit)")
        try place.did("snapshot", "--full")
        try place.settle(agent.client)
        try place.scratch.write("seen by itself\n", to: "data/9/499/file")
        try place.settle(agent.client)
        try expectNewestEquals(place, "healed:")
        try agent.stop()
    }
}
