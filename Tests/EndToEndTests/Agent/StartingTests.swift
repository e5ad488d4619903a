import Foundation
import TestSupport
import Testing

/// Who asks while the agent opens its stores hears that, and not that nothing is served.
@Suite struct StartingTests {
    @Test(.timeLimit(.minutes(10))) func callsBeforeADatasetIsServedSaySo() throws {
        let place = try Workplace()
        var environment = ProcessInfo.processInfo.environment
        for (name, value) in place.environment {
            environment[name] = value.isEmpty ? nil : value
        }
        // The lock of the store is long in coming.
        let agent = try ChildProcess(
            "strace",
            [
                "-D", "-f", "-o", "/dev/null", "-e", "trace=flock", "-e",
                "inject=flock:delay_enter=1500000", builtProgram("snapagent"), "run", place.data,
                "--store", place.store, "--socket", place.socket,
            ], environment: environment, output: place.scratch.text + "/log",
            errors: place.scratch.text + "/log")
        for words in [["status"], ["list"], ["snapshot"]] {
            var result = try place.snapctl(words)
            let isAnswered = try poll(deadline: .seconds(30)) { () throws -> Bool in
                result = try place.snapctl(words)
                // Nobody listens yet, or the socket is there and nobody listens at it.
                return !result.errors.contains("no agent is running")
                    && !result.errors.contains("is left over")
            }
            #expect(isAnswered)
            #expect(result.status == 5, "\(words): \(result.output)\(result.errors)")
            #expect(result.errors.contains("the agent is starting"), "\(result.errors)")
        }
        #expect(try poll(deadline: .seconds(30)) { try place.snapctl("status").status == 0 })
        agent.signal(SIGTERM)
        #expect(agent.wait() == .code(0))
    }
}
