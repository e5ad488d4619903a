package import SnapshotModel

/// What the exit statuses mean: help, `help exit` and the manual's EXIT STATUS say the same.
package enum ExitMeaning {
    /// What an exit status means, in a sentence.
    package static func sentence(_ code: ExitCode) -> String {
        switch code {
        case .done: "Done, or nothing was to do."
        case .failed: "Failed; status: not protected; verify, repair: damaged."
        case .usage: "The command line or the configuration is wrong; nothing was done."
        case .partial: "Done, but not all of it: look at standard error."
        case .notFound: "No such snapshot, path, label, dataset or store."
        case .noAgent: "The agent does not run or does not answer."
        case .refused: "Refused, or a question was answered with no."
        }
    }

    /// The ends by a signal, which is raised again after the clean-up.
    package static let signals = [
        ("130", "Stopped by Ctrl-C (SIGINT)."), ("143", "Stopped by SIGTERM."),
    ]

    /// All statuses in one line.
    static let short = "0 done 1 failed 2 usage 3 partly 4 not found 5 no agent 6 refused"

    static var lines: [String] {
        let codes = ExitCode.allCases.map { ("\($0.rawValue)", sentence($0)) }
        return ["snapctl ends with:"]
            + (codes + signals).map { "  " + GeneralHelp.padded($0.0, 5) + $0.1 } + [
                "3 always means: done, look at standard error.",
                "A reader that closes the pipe early (snapctl list | head -1) is no error.",
            ]
    }
}
