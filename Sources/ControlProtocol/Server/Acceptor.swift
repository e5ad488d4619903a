internal import LinuxSystem
internal import SnapshotModel

/// Takes clients from a listening socket until it is told to stop.
final class Acceptor: Sendable {
    /// How long to wait when the process has no descriptor left for a client.
    private static let shortage = Duration.milliseconds(100)

    private let listener: Monitor<UnixSocket?>
    private let number: CInt
    private let registry: ConnectionRegistry
    private let stopping: StopSignal

    init(
        listener: consuming sending UnixSocket, registry: ConnectionRegistry,
        stopping: StopSignal
    ) {
        number = listener.descriptor.rawValue
        self.listener = Monitor(listener)
        self.registry = registry
        self.stopping = stopping
    }

    /// Accepts until told to stop, then removes the socket.
    func run() {
        var hasRoom = true
        while true {
            var entries = [PollEntry(descriptor: stopping.wakeUp.descriptor.rawValue, wants: .read)]
            if hasRoom { entries.append(PollEntry(descriptor: number, wants: .read)) }
            let count = try? Poll.wait(&entries, timeout: hasRoom ? nil : Self.shortage)
            guard count != nil, !entries[0].ready else { break }
            hasRoom = true
            guard entries.count > 1, entries[1].ready else { continue }
            hasRoom = acceptOne()
        }
        listener.update { $0 = nil }
        stopping.confirm()
    }

    /// Takes one client; `false` if the process cannot have one more descriptor.
    private func acceptOne() -> Bool {
        listener.update { listener in
            guard let client = try? listener?.accept() else { return false }
            registry.admit(client)
            return true
        }
    }
}
