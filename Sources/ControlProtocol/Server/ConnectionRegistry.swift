internal import LinuxSystem
internal import SnapshotModel
internal import Synchronization

/// Who is connected to a server, and who may still come.
final class ConnectionRegistry: Sendable {
    private struct State {
        var next = 0
        var outboxes: [Int: Outbox] = [:]
        var groupClients = 0
        var isStopping = false
    }

    private let state = Monitor(State())
    private let service: ControlService
    private let identify: ControlServer.Identify

    init(service: ControlService, identify: @escaping ControlServer.Identify) {
        self.service = service
        self.identify = identify
    }

    /// How many clients are connected.
    var count: Int { state.read { $0.outboxes.count } }

    /// Gives a client a thread, or refuses it at once if there are too many.
    func admit(_ socket: consuming FileDescriptor) {
        guard (try? socket.setNonBlocking(true)) != nil,
            let outbox = try? Outbox(room: service.limits.backlog)
        else { return }
        let number: Int? = state.update { state in
            guard !state.isStopping, state.outboxes.count < self.service.limits.clients else {
                return nil
            }
            state.next += 1
            state.outboxes[state.next] = outbox
            return state.next
        }
        guard let number else { return Self.refuse(socket, service.tooManyClients) }
        let handed = Handover(socket)
        do throws(SystemError) {
            try Thread.detach(name: "client") { [self] in
                if let socket = handed.take() { serve(socket, outbox: outbox) }
                state.update { $0.outboxes[number] = nil }
            }
        } catch {
            state.update { $0.outboxes[number] = nil }
        }
    }

    /// Serves one client on the thread that calls.
    private func serve(_ socket: consuming FileDescriptor, outbox: Outbox) {
        guard let peer = try? socket.peer() else { return }
        guard let role = identify(peer) else {
            return Self.refuse(socket, service.notAllowed(peer))
        }
        guard enter(role) else { return Self.refuse(socket, service.tooManyClients) }
        defer { leave(role) }
        var connection = Connection(
            socket: socket, outbox: outbox, service: service, role: role)
        connection.run()
    }

    private func enter(_ role: PeerRole) -> Bool {
        guard role == .group else { return true }
        return state.update { state in
            guard state.groupClients < self.service.limits.groupClients else { return false }
            state.groupClients += 1
            return true
        }
    }

    private func leave(_ role: PeerRole) {
        guard role == .group else { return }
        state.update { $0.groupClients -= 1 }
    }

    /// Tells a client why it is not served; a client that does not take the one line goes without.
    private static func refuse(_ socket: consuming FileDescriptor, _ error: UserError) {
        let line = WireLine.encode(FailureLine(id: nil, error: FailureBody(error)))
        _ = try? socket.sendSome(line + [UInt8(ascii: "\n")])
    }

    /// Ends all connections and waits for them until a deadline.
    func stop(until deadline: MonotonicInstant) {
        let outboxes = state.update { state in
            state.isStopping = true
            return Array(state.outboxes.values)
        }
        for outbox in outboxes { outbox.requestStop() }
        _ = state.wait(until: deadline) { $0.outboxes.isEmpty ? true : nil }
    }
}

/// Hands a descriptor to a thread, which a closure cannot consume by itself.
private final class Handover: Sendable {
    private let number: Atomic<CInt>

    init(_ socket: consuming FileDescriptor) {
        number = Atomic(socket.release())
    }

    /// The descriptor, once.
    func take() -> FileDescriptor? {
        let number = number.exchange(-1, ordering: .acquiringAndReleasing)
        return number < 0 ? nil : FileDescriptor(adopting: number)
    }

    deinit {
        _ = take()
    }
}
