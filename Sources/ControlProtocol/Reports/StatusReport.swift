/// The verdict on everything that is to be saved.
package enum Verdict: String, Codable, Sendable, Hashable, CaseIterable {
    /// Everything is saved as promised.
    case ok
    /// Saving goes on, but not for everything.
    case gaps
    /// Something is not being saved.
    case unprotected
}

/// The answer to `status`.
package struct StatusReport: Codable, Sendable, Hashable {
    /// The version of this shape.
    package var format: Int = 1
    /// The verdict on all datasets together.
    package var verdict: Verdict
    /// The agent that answers.
    package var agent: AgentReport?
    /// The datasets, those with problems first.
    package var datasets: [DatasetStatus]

    /// Makes the value from its parts.
    package init(verdict: Verdict, agent: AgentReport? = nil, datasets: [DatasetStatus]) {
        self.verdict = verdict
        self.agent = agent
        self.datasets = datasets
    }
}

/// Which agent answers.
package struct AgentReport: Codable, Sendable, Hashable {
    /// Its version.
    package var version: String
    /// Its process.
    package var pid: Int
    /// Where it listens.
    package var socket: String
    /// When it started.
    package var since: ReportTime
    /// `user` for a user's agent, `system` for root's.
    package var user: String

    /// Makes the value from its parts.
    package init(version: String, pid: Int, socket: String, since: ReportTime, user: String) {
        self.version = version
        self.pid = pid
        self.socket = socket
        self.since = since
        self.user = user
    }
}
