package import LinuxSystem
package import SnapshotModel

/// Listens on a Unix socket and gives each client a connection: see docs/protocol.md.
package final class ControlServer: Sendable {
    /// Tells what a client may do, `nil` for nothing.
    package typealias Identify = @Sendable (PeerCredentials) -> PeerRole?

    /// Where a server listens, and for whom.
    package struct Options: Sendable {
        /// The socket's path.
        package var path: BytePath
        /// The group whose members may look and take snapshots.
        package var group: String?
        /// The agent's version, as hello tells it.
        package var version: String
        /// What bounds each connection.
        package var limits = ControlLimits()
        /// A test's own idea of who a client is.
        package var identify: Identify?

        /// Makes the options of a server for the owner only.
        package init(path: BytePath, version: String, group: String? = nil) {
            self.path = path
            self.version = version
            self.group = group
        }
    }

    /// Where it listens.
    package let path: BytePath
    /// The inode of the socket's name, which no snapshot is to hold.
    package let identity: FileIdentity

    private let registry: ConnectionRegistry
    private let stopping: StopSignal

    private init(
        path: BytePath, identity: FileIdentity, registry: ConnectionRegistry, stopping: StopSignal
    ) {
        self.path = path
        self.identity = identity
        self.registry = registry
        self.stopping = stopping
    }

    /// Starts to listen; `handler` is called from threads of its calls.
    package static func start(
        _ options: Options, handler: any ControlHandler
    ) throws(UserError) -> ControlServer {
        let listener = try ListenerSetup.listen(at: options.path, group: options.group)
        let identification = PeerIdentification(
            group: options.group.flatMap { SystemIdentity.groupNumber($0) })
        let service = ControlService(
            handler: handler, limits: options.limits, version: options.version,
            group: options.group)
        do throws(SystemError) {
            let stopping = try StopSignal()
            let registry = ConnectionRegistry(
                service: service, identify: options.identify ?? identification.role(of:))
            let identity = listener.identity
            let acceptor = Acceptor(
                listener: listener, registry: registry, stopping: stopping)
            try Thread.detach(name: "control") { acceptor.run() }
            return ControlServer(
                path: options.path, identity: identity, registry: registry, stopping: stopping)
        } catch {
            throw error.asUserError()
        }
    }

    /// How many clients are connected.
    package var clientCount: Int { registry.count }

    /// Takes no more clients, cancels what runs, and returns once all is over or `patience` is.
    package func stop(patience: Duration = .seconds(10)) {
        stopping.request()
        let deadline = MonotonicInstant.now + patience
        stopping.waitUntilConfirmed(until: deadline)
        registry.stop(until: deadline)
    }
}
