import Glibc
import Synchronization

/// A program that a test started; it is killed when the value goes away unwaited.
package final class ChildProcess: Sendable {
    /// The process id.
    package let pid: Int32
    private let reaped = Mutex<ProcessEnd?>(nil)

    /// Starts a program with an empty signal mask, its output going to files.
    ///
    /// - Parameters:
    ///   - program: the path of the program, or a name that PATH has.
    ///   - arguments: its arguments, without its name.
    ///   - environment: the whole environment of the child.
    ///   - directory: where it runs; the test's own directory if nil.
    ///   - input: the file that is its standard input.
    ///   - output: the file that takes its standard output.
    ///   - errors: the file that takes its standard error.
    /// - Throws: `SpawnFailure` if the program cannot be started.
    package init(
        _ program: String, _ arguments: [String], environment: [String: String],
        directory: String? = nil, input: String = "/dev/null", output: String, errors: String
    ) throws(SpawnFailure) {
        var words = [program] + arguments
        if let directory { words = ["env", "-C", directory] + words }
        var pid: pid_t = 0
        let code = Self.spawn(
            &pid, words, environment.map { "\($0)=\($1)" }, input: input, output: output,
            errors: errors)
        guard code == 0 else { throw SpawnFailure(program: words[0], code: code) }
        self.pid = pid
    }

    deinit {
        guard reaped.withLock({ $0 == nil }) else { return }
        kill(pid, SIGKILL)
        _ = wait(options: 0)
    }

    /// Sends a signal; a process that has ended takes none.
    package func signal(_ signal: Int32) {
        reaped.withLock { status in
            guard status == nil else { return }
            kill(pid, signal)
        }
    }

    /// How it ended, nil while it runs.
    package func poll() -> ProcessEnd? { wait(options: WNOHANG) }

    /// Waits for the end, at most for a time; kills the program when that is over.
    package func wait(atMost limit: Duration = .seconds(60)) -> ProcessEnd {
        if let status = TestSupport.poll(deadline: limit, { self.poll() }) { return status }
        signal(SIGKILL)
        return wait(options: 0) ?? .signal(SIGKILL)
    }

    private func wait(options: CInt) -> ProcessEnd? {
        reaped.withLock { known in
            if let known { return known }
            var status: CInt = 0
            guard unsafe waitpid(pid, &status, options) == pid else { return nil }
            let signal = status & 0x7f
            known = signal == 0 ? .code((status >> 8) & 0xff) : .signal(signal)
            return known
        }
    }

    private static func spawn(
        _ pid: inout pid_t, _ words: [String], _ environment: [String], input: String,
        output: String, errors: String
    ) -> CInt {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        let create = O_WRONLY | O_CREAT | O_APPEND
        unsafe posix_spawn_file_actions_addopen(&actions, 1, output, create, 0o600)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, errors, create, 0o600)

        // A thread of the test pool blocks nearly every signal; its children must not.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        var all = sigset_t()
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        let argv = unsafe words.map { unsafe strdup($0) } + [nil]
        let envp = unsafe environment.map { unsafe strdup($0) } + [nil]
        defer {
            unsafe (argv + envp).forEach { unsafe free($0) }
        }
        return unsafe posix_spawnp(&pid, words[0], &actions, &attributes, argv, envp)
    }
}

/// How a program ended.
package enum ProcessEnd: Sendable, Hashable {
    /// By itself, with an exit code.
    case code(Int32)
    /// By a signal.
    case signal(Int32)

    /// As a shell shows it: the exit code, or 128 and the signal's number.
    package var status: Int32 {
        switch self {
        case .code(let code): code
        case .signal(let signal): 128 + signal
        }
    }
}

/// A program that could not be started.
package struct SpawnFailure: Error {
    /// Its name.
    package var program: String
    /// The errno.
    package var code: Int32
}
