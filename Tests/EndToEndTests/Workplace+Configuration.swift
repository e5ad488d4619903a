import SnapshotModel
import TestSupport

extension Workplace {
    /// Writes a configuration of the one dataset.
    ///
    /// An agent that waits for hours saves only what it is asked to. `more` are further lines of the dataset.
    func configure(
        data: String? = nil, quiet: String = "1h", maxWait: String = "2h",
        layout: SnapshotLayout? = nil, _ more: String = ""
    ) throws {
        try scratch.write(
            """
            [control]
            socket = "\(socket)"
            [[dataset]]
            name = "data"
            path = "\(data ?? self.data)"
            store = "\(store)"
            quiet = "\(quiet)"
            max_wait = "\(maxWait)"
            layout = "\(layout?.rawValue ?? "auto")"
            \(more)

            """, to: "snapagent.toml")
    }

    /// Starts an agent with the configuration and does not wait.
    func launchConfigured() throws -> AgentProcess {
        try launchAgent(["run", "--config", scratch.text + "/snapagent.toml"])
    }

    /// Starts an agent with the configuration and waits until it is ready.
    func startConfigured() throws -> AgentProcess {
        let agent = try launchConfigured()
        try agent.waitUntilReady()
        return agent
    }
}
