/// What bounds a connection, so that no client costs more than that.
package struct ControlLimits: Sendable, Hashable {
    /// Clients at the same time.
    package var clients = 64
    /// Clients of the group at the same time; the rest is kept for the owner.
    package var groupClients = 48
    /// Bytes of a client's line.
    package var line = 1 << 20
    /// Bytes of a line before the client has said hello.
    package var firstLine = 4 << 10
    /// Bytes that wait for a client before a job that makes more has to wait.
    package var backlog = 1 << 20
    /// Bytes of content in one `data` notification.
    package var piece = 256 << 10
    /// How long a client may take to say hello.
    package var hello = Duration.seconds(10)
    /// How long a client may be silent between two calls.
    package var idle = Duration.seconds(300)
    /// How long a client may take none of the bytes that wait for it.
    package var stall = Duration.seconds(30)
    /// Time between two looks at a job's progress.
    package var sample = Duration.milliseconds(250)
    /// The longest silence while a job runs, after which its progress is sent though it is the same.
    package var heartbeat = Duration.seconds(3)

    /// Makes the limits of the contract.
    package init() {}
}
