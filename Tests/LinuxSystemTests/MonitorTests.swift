internal import LinuxSystem
internal import SnapshotModel
internal import Testing

@Suite struct MonitorTests {
    @Test func aWaiterSeesTheChangeOfAnotherThread() throws {
        let monitor = Monitor([Int]())
        let consumer = try Thread(name: "consumer") {
            let sum = monitor.wait { queue in queue.count == 100 ? queue.reduce(0, +) : nil }
            monitor.update { $0 = [sum ?? -1] }
        }
        for number in 1...100 { monitor.update { $0.append(number) } }
        consumer.join()
        #expect(monitor.read { $0 } == [5_050])
    }

    @Test func aDeadlineEndsTheWait() {
        let monitor = Monitor(0)
        let start = MonotonicInstant.now
        let result: Int? = monitor.wait(until: start + .milliseconds(20)) { _ in nil }
        #expect(result == nil)
        #expect(MonotonicInstant.now - start >= .milliseconds(20))
        #expect(monitor.wait(until: start) { $0 == 0 ? "met" : nil } == "met")
        let late: Bool? = monitor.wait(until: start) { _ in nil }
        #expect(late == nil)
    }

    @Test func manyThreadsCountTogether() throws {
        let monitor = Monitor(0)
        for _ in 0..<8 {
            try Thread.detach(name: "counter") {
                for _ in 0..<500 { monitor.update { $0 += 1 } }
            }
        }
        let deadline = MonotonicInstant.now + .seconds(20)
        #expect(monitor.wait(until: deadline) { $0 == 4_000 ? true : nil } == true)
    }

    @Test func errorsPassThrough() {
        let monitor = Monitor(1)
        #expect(throws: Errno.invalid) {
            try monitor.update { state throws(Errno) in
                state = 2
                throw Errno.invalid
            }
        }
        #expect(monitor.read { $0 } == 2)
    }

    @Test func aThreadHasItsName() throws {
        let name = Monitor([UInt8]())
        let thread = try Thread(name: "a-name-that-is-too-long") {
            do {
                let file = try FileDescriptor.open(BytePath("/proc/thread-self/comm"), .readOnly)
                let content = try file.readAll(atMost: 100)
                name.update { $0 = content }
            } catch {
                Issue.record(error)
            }
        }
        thread.join()
        #expect(name.read { $0 } == Array("a-name-that-is-\n".utf8))
    }
}
