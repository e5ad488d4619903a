internal import LinuxSystem
package import SnapshotModel

/// The places that depend on who runs the agent.
package struct ConfigurationPlaces: Hashable, Sendable {
    /// What `~` stands for.
    package var home: BytePath?
    /// Where stores go by default.
    package var state: BytePath
    /// Where the configuration file is by default.
    package var file: BytePath

    /// Makes the places from environment variables, as the XDG Base Directory Specification has them.
    package init(isRoot: Bool, variable: (String) -> String?) {
        func directory(_ name: String) -> BytePath? {
            variable(name).map { BytePath($0) }.flatMap { $0.isAbsolute ? $0 : nil }
        }
        home = directory("HOME")
        let program = Array("snapagent".utf8)
        let fallback = home ?? BytePath("/")
        // As SnapshotStore.StorePlaces has it, which keeps beside the stores what belongs to them.
        let standard = isRoot ? BytePath("/var/lib") : fallback.appending(BytePath(".local/state"))
        state = (directory("XDG_STATE_HOME") ?? standard).appending(program)
        if isRoot {
            file = BytePath("/etc/snapagent/snapagent.toml")
        } else {
            file = (directory("XDG_CONFIG_HOME") ?? fallback.appending(BytePath(".config")))
                .appending(program).appending(Array("snapagent.toml".utf8))
        }
    }

    /// The places of the user who runs this process.
    package static func current() -> ConfigurationPlaces {
        ConfigurationPlaces(
            isRoot: SystemIdentity.effectiveUserID == 0, variable: ProcessEnvironment.value)
    }

    /// The store of a dataset that names none.
    package func store(of dataset: String) -> BytePath {
        state.appending(Array(dataset.utf8))
    }
}
