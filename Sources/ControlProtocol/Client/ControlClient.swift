internal import LinuxSystem
package import SnapshotModel
internal import Synchronization

/// A client's connection to an agent, for one call after another.
package final class ControlClient: Sendable {
    /// How long an agent may be silent.
    package static let patience = Duration.seconds(10)

    /// The socket that is used.
    package let path: BytePath
    /// Who answers.
    package let agent: HelloReport

    private let channel: ClientChannel
    private let patience: Duration
    private let state = Mutex(State())

    private struct State {
        var lastID = 1
        var running: Int?
    }

    private init(
        path: BytePath, agent: HelloReport, channel: ClientChannel, patience: Duration
    ) {
        self.path = path
        self.agent = agent
        self.channel = channel
        self.patience = patience
    }

    /// Connects to the first agent that accepts and exchanges versions with it.
    package static func connect(
        _ search: SocketSearch, client: String, version: String,
        patience: Duration = ControlClient.patience
    ) throws(UserError) -> ControlClient {
        let connected = try search.connect(within: patience)
        let path = connected.path
        let channel = ClientChannel(connected)
        let hello = HelloParameters(
            client: client, version: version, protocolVersion: ProtocolVersion.current)
        let exchange = ClientExchange(channel: channel, id: 1, method: .hello, patience: patience)
        let agent: HelloReport = try exchange.run(parameters: hello)
        return ControlClient(path: path, agent: agent, channel: channel, patience: patience)
    }

    /// Makes a call and returns its report; what comes before goes to the callbacks, on this thread.
    ///
    /// An error that a callback throws cancels the call and is thrown on.
    package func call<Report: Decodable>(
        _ call: ControlCall, as type: Report.Type = Report.self,
        callbacks: CallCallbacks = CallCallbacks()
    ) throws(UserError) -> Report {
        let exchange = start(call.method)
        defer { state.withLock { $0.running = nil } }
        return try exchange.run(parameters: call.parameters, callbacks: callbacks)
    }

    /// Makes a call and returns its report as the agent wrote it: one line of JSON without a line end.
    package func text<Report: Codable>(
        _ call: ControlCall, as type: Report.Type
    ) throws(UserError) -> [UInt8] {
        let exchange = start(call.method)
        defer { state.withLock { $0.running = nil } }
        return try exchange.text(of: type, parameters: call.parameters)
    }

    private func start(_ method: Method) -> ClientExchange {
        let id = state.withLock { state in
            state.lastID += 1
            state.running = state.lastID
            return state.lastID
        }
        return ClientExchange(
            channel: channel, id: id, method: method,
            patience: method.isOpenEnded ? nil : patience)
    }

    /// Asks the agent to stop the call that another thread waits for, which then ends with an error.
    package func cancel() {
        guard let id = state.withLock({ $0.running }) else { return }
        channel.cancel(id)
    }
}

/// What a caller wants to see of a call before its report.
package struct CallCallbacks {
    /// Takes the progress of the call.
    package var progress: ((ProgressReport) -> Void)?
    /// Takes a piece of a file's bytes.
    package var data: (([UInt8]) throws(UserError) -> Void)?
    /// Takes something that happened.
    package var event: ((EventReport) throws(UserError) -> Void)?

    /// Makes the callbacks of a caller that wants some of it.
    package init(
        progress: ((ProgressReport) -> Void)? = nil,
        data: (([UInt8]) throws(UserError) -> Void)? = nil,
        event: ((EventReport) throws(UserError) -> Void)? = nil
    ) {
        self.progress = progress
        self.data = data
        self.event = event
    }
}
