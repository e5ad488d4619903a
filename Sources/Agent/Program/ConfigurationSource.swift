import Configuration
import LinuxSystem
import SnapshotModel
import SnapshotStore

/// Where an agent's configuration comes from, at the start and at each reload.
enum ConfigurationSource: Sendable {
    /// A configuration file, and what was agreed to about the store of one of its datasets.
    case file(BytePath, StoreConsent?)
    /// One directory, with what was said about it on the command line.
    case directory(BytePath, WatchOptions)

    /// Reads the configuration as it is now.
    func load() throws(UserError) -> AgentConfiguration {
        switch self {
        case .file(let path, _):
            return try AgentConfiguration.load(path)
        case .directory(let directory, let options):
            var configuration = AgentConfiguration.standard(
                for: directory, name: options.name, store: options.store, quiet: options.quiet,
                maxWait: options.maxWait)
            configuration.control.socket = options.socket
            try configuration.checkDirectories()
            return configuration
        }
    }

    /// What `snapctl` must be told to reach the agent, with a space before it.
    var socketOption: String {
        guard case .directory(_, let options) = self, let socket = options.socket else { return "" }
        return " --socket \(shellWord(WorkingDirectory.absolute(socket).bytes))"
    }

    /// What was agreed to about a store, on the command line.
    var consent: StoreConsent? {
        switch self {
        case .file(_, let consent): consent
        case .directory(_, let options): options.consent
        }
    }
}

/// Where configuration files are looked for.
enum ConfigurationPlace {
    /// The file named, or the first that exists of the places where one is looked for.
    ///
    /// - Throws: `no-directory` with the places where one was looked for.
    static func find(_ named: BytePath?) throws(UserError) -> BytePath {
        if let named { return named }
        let places = candidates
        for place in places where (try? FileDescriptor.status(of: place, following: true)) != nil {
            return place
        }
        throw UserError(
            .noDirectory, "there is no configuration",
            why: "looked for " + places.map(\.display).joined(separator: ", "),
            remedy: "snapagent run DIR, or: snapagent init DIR")
    }

    /// The user's own file first, then the machine's; root has only the machine's.
    private static var candidates: [BytePath] {
        let own = ConfigurationPlaces.current().file
        let system = BytePath("/etc/snapagent/snapagent.toml")
        return own == system ? [own] : [own, system]
    }
}
