package import SnapshotModel

/// What the agent was told to do.
package struct AgentConfiguration: Sendable {
    /// The directories to save.
    package var datasets: [DatasetConfiguration]
    /// Where and for whom the agent listens.
    package var control: ControlConfiguration
    /// Where the file says what, for messages; `nil` for a configuration without a file.
    let source: ConfigurationSource?

    /// Makes a configuration without a file.
    package init(
        datasets: [DatasetConfiguration], control: ControlConfiguration = ControlConfiguration()
    ) {
        self.init(datasets: datasets, control: control, source: nil)
    }

    init(
        datasets: [DatasetConfiguration], control: ControlConfiguration,
        source: ConfigurationSource?
    ) {
        self.datasets = datasets
        self.control = control
        self.source = source
    }
}

/// Where and for whom the agent listens.
package struct ControlConfiguration: Hashable, Sendable {
    /// The socket's path; `nil` for the usual one.
    package var socket: BytePath?
    /// The group that may look and take snapshots; `nil` for none.
    package var group: String?

    /// Makes a configuration of the socket.
    package init(socket: BytePath? = nil, group: String? = nil) {
        self.socket = socket
        self.group = group
    }
}
