import Foundation
import TestSupport
import Testing

/// What a finished program left: its exit status and both outputs.
struct Outcome: CustomStringConvertible {
    let command: String
    let status: ProcessEnd
    let output: String
    let errors: String

    /// The exit code, -1 when a signal ended it.
    var code: Int32 {
        guard case .code(let code) = status else { return -1 }
        return code
    }

    var description: String {
        "\(command): \(status)\n--- output\n\(output)--- errors\n\(errors)"
    }
}

extension Scratch {
    /// Runs a program of this machine in the directory and waits for its end.
    func run(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
        in directory: String? = nil, input: String = "/dev/null",
        atMost limit: Duration = .seconds(120)
    ) throws -> Outcome {
        let output = path(".out-\(UUID().uuidString)")
        let errors = output + "-errors"
        let child = try ChildProcess(
            program, arguments,
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
            directory: directory ?? path, input: input, output: output, errors: errors)
        let status = child.wait(atMost: limit)
        return Outcome(
            command: ([program] + arguments).joined(separator: " "), status: status,
            output: String(
                decoding: try Data(contentsOf: URL(fileURLWithPath: output)), as: UTF8.self),
            errors: String(
                decoding: try Data(contentsOf: URL(fileURLWithPath: errors)), as: UTF8.self))
    }

    /// Runs a program and expects that it succeeds; returns its output.
    @discardableResult
    func succeed(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
        in directory: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        let outcome = try run(program, arguments, environment: environment, in: directory)
        #expect(outcome.code == 0, "\(outcome)", sourceLocation: sourceLocation)
        return outcome.output
    }
}
