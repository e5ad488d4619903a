import CivilCalendar
import Configuration
import ControlProtocol
import LinuxSystem
import SnapshotModel
import TreeWatching

/// The program `snapagent`: arguments in, exit status out.
package enum AgentProgram {
    /// Runs the program and ends the process.
    package static func main() -> Never {
        StandardStreams.secure()
        Umask.restrict()
        ProcessMemory.keepSmall()
        Signals.ignoreBrokenPipe()
        // Before any thread is made: every thread inherits the mask.
        Signals.block(AgentRun.signals)
        let log = AgentLog()
        do throws(UserError) {
            let words = Array(ProcessEnvironment.arguments.dropFirst())
            ProcessEnding.exit(try run(AgentCommand.parse(words), log: log).rawValue)
        } catch {
            log.write(error, subject: "snapagent")
            ProcessEnding.exit(error.exit.rawValue)
        }
    }

    private static func run(_ command: AgentCommand, log: AgentLog) throws(UserError) -> ExitCode {
        switch command {
        case .help:
            try print(AgentCommand.usage)
            return .done
        case .version:
            try print("snapagent \(ProductVersion.text)\n")
            return .done
        case .serve(let file, let consent):
            let source = ConfigurationSource.file(try ConfigurationPlace.find(file), consent)
            return try AgentRun(source: source, log: log).run()
        case .watch(let directory, let options):
            let source = ConfigurationSource.directory(directory, options)
            return try AgentRun(source: source, log: log).run()
        case .check(let file):
            try print(try CheckCommand.run(try ConfigurationPlace.find(file)))
            return .done
        case .initialize(let directory):
            try print(try InitCommand.run(directory))
            return .done
        }
    }

    private static func print(_ text: String) throws(UserError) {
        do throws(SystemError) {
            try StandardStreams.writeOutput(Array(text.utf8))
        } catch {
            guard error.errno != .brokenPipe else { return }
            throw UserError(
                .outputFailed, "cannot write the output", why: error.errno.message,
                remedy: "free space behind the redirection")
        }
    }
}
