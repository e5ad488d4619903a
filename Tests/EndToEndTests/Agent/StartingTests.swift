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
        // The lock of the store is so long in coming that all have asked before it is there.
        let agent = try ChildProcess(
            "strace",
            [
                "-D", "-f", "-o", "/dev/null", "-e", "trace=flock", "-e",
                "inject=flock:delay_enter=6000000:when=1", builtProgram("snapagent"),
                "run", place.data, "--store", place.store, "--socket", place.socket,
            ], environment: environment, output: place.scratch.text + "/log",
            errors: place.scratch.text + "/log")
        for words in [["status"], ["list"], ["snapshot"]] {
            let answer = try poll { () throws -> ProgramResult? in
                let result = try place.snapctl(words)
                // Nobody listens yet, or the socket is there and nobody listens at it.
                let isTooEarly =
                    result.errors.contains("no agent is running")
                    || result.errors.contains("is left over")
                return isTooEarly ? nil : result
            }
            let result = try #require(answer)
            #expect(result.status == 5, "\(words): \(result.output)\(result.errors)")
            #expect(result.errors.contains("the agent is starting"), "\(result.errors)")
        }
        #expect(try poll { try place.snapctl("status").status == 0 })
        agent.signal(SIGTERM)
        #expect(agent.wait() == .code(0))
    }
}
