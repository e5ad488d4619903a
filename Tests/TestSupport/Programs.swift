internal import Foundation
internal import LinuxSystem
internal import SnapshotModel

/// How a program ended and what it wrote.
package struct ProgramResult: Sendable {
    /// The exit status; 128 and the signal's number if one ended it.
    package var status: Int32
    /// What it wrote to standard output.
    package var stdout: [UInt8]
    /// What it wrote to standard error.
    package var stderr: [UInt8]

    /// Standard output as text.
    package var output: String { String(decoding: stdout, as: UTF8.self) }
    /// Standard error as text.
    package var errors: String { String(decoding: stderr, as: UTF8.self) }
}

/// A program that did not end in time.
package struct ProgramHangs: Error {
    /// The program and its arguments.
    package let arguments: [String]
}

/// Runs a program to its end; `arguments[0]` is its path, or a name to look up in `$PATH`.
///
/// `environment` is added to this process's own; an empty value removes a variable.
package func runProgram(
    _ arguments: [String], environment: [String: String] = [:], input: [UInt8] = [],
    directory: String? = nil, deadline: Duration = .seconds(60)
) throws -> ProgramResult {
    let scratch = try ScratchDirectory()
    try scratch.write(input, to: "stdin")
    try scratch.write("", to: "stdout")
    try scratch.write("", to: "stderr")
    var variables = ProcessInfo.processInfo.environment
    for (name, value) in environment { variables[name] = value.isEmpty ? nil : value }
    let child = try ChildProcess(
        arguments[0], Array(arguments.dropFirst()), environment: variables, directory: directory,
        input: scratch.text + "/stdin", output: scratch.text + "/stdout",
        errors: scratch.text + "/stderr")
    guard let end = poll(deadline: deadline, { child.poll() }) else {
        throw ProgramHangs(arguments: arguments)
    }
    return ProgramResult(
        status: end.status, stdout: try scratch.read("stdout"), stderr: try scratch.read("stderr"))
}

/// The path of a program under test: in the directory that `SNAPAGENT_PROGRAMS` names, else next
/// to the running tests.
package func builtProgram(_ name: String) throws -> String {
    if let directory = ProcessEnvironment.value("SNAPAGENT_PROGRAMS") {
        return directory + "/" + name
    }
    return try testProgram(name)
}

/// The path of a program that is built with the tests, next to which it is.
package func testProgram(_ name: String) throws -> String {
    guard let tests = SystemIdentity.executablePath, let directory = tests.parent else {
        throw SystemError("readlinkat", path: BytePath("/proc/self/exe"), errno: .noEntry)
    }
    return String(decoding: directory.appending(Array(name.utf8)).bytes, as: UTF8.self)
}

/// The root of this repository.
package let repositoryRoot = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
