internal import CLinux
internal import Glibc
internal import SnapshotModel

extension Errno {
    /// ETIME: it took longer than it may.
    package static let timeOver = Errno(rawValue: ETIME)
}

/// A program that is run for its effect: see posix_spawn(3).
package enum OtherProgram {
    /// Runs a program to its end and returns its status as a shell has it: 128 and the number for a signal.
    ///
    /// It has no signal blocked, reads nothing, and what it writes goes to standard error.
    ///
    /// - Throws: ETIME if it did not end in time; then it is killed with all that it started.
    package static func run(
        _ words: [String], adding variables: [(name: String, value: String)],
        within limit: Duration
    ) throws(SystemError) -> Int {
        let arguments = words.flatMap(terminated)
        let environment = variables.flatMap { terminated("\($0.name)=\($0.value)") }
        let path = words.first.map { BytePath($0) }
        let pid = try attempt(
            "posix_spawn", path,
            unsafe clinux_spawn(arguments, arguments.count, environment, environment.count))
        return try attempt("waitpid", path, clinux_await(CInt(pid), limit.wholeNanoseconds))
    }

    /// The text as the kernel takes it: a NUL inside would end it early.
    private static func terminated(_ text: String) -> [UInt8] {
        text.utf8.filter { $0 != 0 } + [0]
    }
}
