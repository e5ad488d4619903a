import Foundation

/// Where the programs and files under test are.
enum Programs {
    /// The repository's root.
    static let repository = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// The directory of the built programs: what `make test` names, else what this build made.
    static let directory: String = {
        if let named = ProcessInfo.processInfo.environment["SNAPAGENT_PROGRAMS"] { return named }
        return repository + "/.build/debug"
    }()

    static let agent = directory + "/snapagent"
    static let client = directory + "/snapctl"
}
