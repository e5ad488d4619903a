import Foundation
import Synchronization
import TestSupport
import Testing

/// A running `snapagent` of one test, killed when the value goes away.
final class AgentProcess: Sendable {
    private let child: ChildProcess
    private let notify: NotifyReceiver
    private let output: String
    private let messages = Mutex<[String]>([])

    /// Starts the built program, by another one if there is a `wrapper`, which must become it.
    init(_ arguments: [String], workplace: Workplace, wrapper: [String] = []) throws {
        let place = workplace.scratch.text
        let id = UUID().uuidString.prefix(8)
        notify = try NotifyReceiver(path: "\(place)/notify-\(id)")
        output = "\(place)/agent-\(id)"
        var environment = ProcessInfo.processInfo.environment
        for (name, value) in workplace.environment {
            environment[name] = value.isEmpty ? nil : value
        }
        environment["NOTIFY_SOCKET"] = notify.path
        let words = try wrapper + [builtProgram("snapagent")] + arguments
        child = try ChildProcess(
            words[0], Array(words.dropFirst()), environment: environment, directory: place,
            output: output, errors: output + "-errors")
    }

    var pid: Int32 { child.pid }

    /// What it wrote so far, both outputs.
    var log: String {
        get throws {
            try ["", "-errors"].map {
                String(
                    decoding: try Data(contentsOf: URL(fileURLWithPath: output + $0)), as: UTF8.self
                )
            }.joined()
        }
    }

    /// All that it told systemd so far.
    func notifications() -> [String] {
        messages.withLock { all in
            while let message = notify.next() { all.append(message) }
            return all
        }
    }

    /// Waits until it reports that it is ready.
    func waitUntilReady() throws {
        let ready = poll(deadline: .seconds(60)) { () -> Bool? in
            if child.poll() != nil { return false }
            return hasSaid("READY=1") ? true : nil
        }
        let log = try log
        try #require(ready == true, "not ready: \(log)")
    }

    /// Whether it sent this assignment.
    func hasSaid(_ assignment: String) -> Bool {
        notifications().contains { $0.split(separator: "\n").contains(Substring(assignment)) }
    }

    func send(_ signal: Int32) { child.signal(signal) }

    /// Waits for its end and returns its exit status, 128 and the signal's number for a signal.
    func waitForEnd(within limit: Duration = .seconds(30)) -> Int32 {
        child.wait(atMost: limit).status
    }

    /// Asks it to stop and expects that it does.
    func stop(sourceLocation: SourceLocation = #_sourceLocation) throws {
        send(SIGTERM)
        let status = waitForEnd()
        let log = try log
        #expect(status == 0, "\(log)", sourceLocation: sourceLocation)
    }

    /// Kills it without any chance to put things right.
    func kill() {
        send(SIGKILL)
        _ = waitForEnd()
    }

    /// How often its threads went to sleep so far: each is a wake-up.
    func wakeUps() throws -> Int {
        let tasks = "/proc/\(pid)/task"
        return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
            do {
                return sum + (try field("voluntary_ctxt_switches:", of: "\(tasks)/\(task)/status"))
            } catch  where !FileManager.default.fileExists(atPath: "\(tasks)/\(task)") {
                // The thread has ended since its name was read.
                return sum
            }
        }
    }

    /// How much processor time it took so far, by itself and in the kernel.
    func processorSeconds() throws -> Double {
        let text = try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
        // The name of the program stands in brackets, and may hold anything: see proc(5).
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        try #require(fields.count > 12)
        let ticks = try #require(Int(fields[11])) + #require(Int(fields[12]))
        return Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Kilobytes of memory: `VmRSS:` now, `VmHWM:` at most so far.
    func memory(_ name: String) throws -> Int { try field(name, of: "/proc/\(pid)/status") }

    private func field(_ name: String, of file: String) throws -> Int {
        let line = try String(contentsOfFile: file, encoding: .utf8)
            .split(separator: "\n").first { $0.hasPrefix(name) }
        let words = try #require(line).split { $0 == "\t" || $0 == " " }
        return try #require(words.count > 1 ? Int(words[1]) : nil)
    }
}
