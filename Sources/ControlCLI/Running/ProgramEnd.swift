internal import LinuxSystem
package import SnapshotModel

/// How `snapctl` ends.
package enum ProgramEnd: Sendable, Hashable {
    /// With an exit status.
    case status(ExitCode)
    /// By the signal that stopped it, raised again for whoever waits for the program.
    case signal(CInt)

    /// Ends the process so.
    package func endProcess() -> Never {
        switch self {
        case .status(let code): ProcessEnding.exit(code.rawValue)
        case .signal(let number):
            Signals.raiseDefault(Signal(rawValue: number))
            ProcessEnding.exit(128 + number)
        }
    }
}
