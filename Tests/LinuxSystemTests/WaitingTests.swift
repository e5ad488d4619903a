internal import Glibc
internal import LinuxSystem
internal import SnapshotModel
internal import Testing

@Suite struct WaitingTests {
    @Test func aCounterWakesAPoll() throws {
        let counter = try EventCounter()
        var entries = [PollEntry(descriptor: counter.descriptor.rawValue, wants: .read)]
        #expect(try Poll.wait(&entries, timeout: .zero) == 0)
        #expect(!entries[0].ready)
        counter.signal()
        counter.signal()
        #expect(try Poll.wait(&entries) == 1)
        #expect(entries[0].ready)
        counter.drain()
        #expect(try Poll.wait(&entries, timeout: .zero) == 0)
        counter.drain()
    }

    @Test func onlyTheReadyOnesAreReady() throws {
        let pipe = try Pipe()
        var entries = [
            PollEntry(descriptor: pipe.output.rawValue, wants: .read),
            PollEntry(descriptor: pipe.input.rawValue, wants: .write),
        ]
        #expect(try Poll.wait(&entries, timeout: .seconds(10)) == 1)
        #expect(entries.map(\.ready) == [false, true])
        try pipe.input.append([1])
        #expect(try Poll.wait(&entries, timeout: .seconds(10)) == 2)
    }

    @Test func aTimeOutIsKept() throws {
        var entries: [PollEntry] = []
        let start = MonotonicInstant.now
        #expect(try Poll.wait(&entries, timeout: .milliseconds(15)) == 0)
        #expect(MonotonicInstant.now - start >= .milliseconds(15))
    }

    @Test func aBlockedSignalWaits() throws {
        let seen = Monitor(Signal?.none)
        let thread = try Thread(name: "signals") {
            Signals.block([.user2])
            raise(SIGUSR2)
            let signal = Signals.wait(for: [.user2])
            seen.update { $0 = signal }
        }
        thread.join()
        #expect(seen.read { $0 } == .user2)
    }

    @Test func aSignalEndsTheProcessAsItWould() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            Signals.block([.terminate])
            Signals.raiseDefault(.terminate)
        }
    }

    @Test func aBrokenPipeIsAnError() async {
        await #expect(processExitsWith: .success) {
            Signals.ignoreBrokenPipe()
            let pipe = try Pipe()
            let input = try pipe.input.duplicate()
            try FileDescriptor(adopting: try pipe.output.duplicate().release()).close()
            _ = consume pipe
            #expect(throws: SystemError("write", errno: .brokenPipe)) { try input.append([1]) }
        }
    }
}
