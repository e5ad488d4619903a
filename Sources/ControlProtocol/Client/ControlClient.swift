internal import LinuxSystem
package import SnapshotModel
internal import Synchronization

/// A client's connection to an agent, for one call after another.
package final class ControlClient: Sendable {
    /// How long an agent may be silent.
    package static let patience = Duration.seconds(10)

    /// A call that is longer waits until the versions were exchanged; before, the agent takes no long lines.
    private static let longestAtOnce = 2 << 10

    /// The socket that is used.
    package let path: BytePath

    private let channel: ClientChannel
    private let patience: Duration
    private let hello: HelloParameters
    private let state = Mutex(State())

    private struct State {
        var lastID = 1
        var running: Int?
        var agent: HelloReport?
    }

    private init(
        path: BytePath, channel: ClientChannel, patience: Duration, hello: HelloParameters
    ) {
        self.path = path
        self.channel = channel
        self.patience = patience
        self.hello = hello
    }

    /// Connects to the first agent that accepts; versions are exchanged with the first call.
    package static func connect(
        _ search: SocketSearch, client: String, version: String,
        patience: Duration = ControlClient.patience
    ) throws(UserError) -> ControlClient {
        let connected = try search.connect(within: patience)
        let path = connected.path
        let channel = ClientChannel(connected)
        let hello = HelloParameters(
            client: client, version: version, protocolVersion: ProtocolVersion.current)
        return ControlClient(
            path: path, channel: channel, patience: patience, hello: hello)
    }

    /// Exchanges versions with the agent, unless that was done, and returns who answers.
    package func greet() throws(UserError) -> HelloReport {
        if let agent = state.withLock({ $0.agent }) { return agent }
        let greeting = greeting
        try greeting.send([greeting.line(hello)])
        return try finish(greeting)
    }

    private var greeting: ClientExchange {
        ClientExchange(channel: channel, id: 1, method: .hello, patience: patience)
    }

    private func finish(_ greeting: ClientExchange) throws(UserError) -> HelloReport {
        let agent: HelloReport = try greeting.report()
        state.withLock { $0.agent = agent }
        return agent
    }

    /// Makes a call and returns its report; what comes before goes to the callbacks, on this thread.
    ///
    /// An error that a callback throws cancels the call and is thrown on.
    package func call<Report: Decodable>(
        _ call: ControlCall, as type: Report.Type = Report.self,
        callbacks: CallCallbacks = CallCallbacks()
    ) throws(UserError) -> Report {
        defer { state.withLock { $0.running = nil } }
        let exchange = try start(call)
        return try exchange.report(callbacks: callbacks)
    }

    /// Makes a call and returns its report as the agent wrote it: one line of JSON without a line end.
    package func text<Report: Codable>(
        _ call: ControlCall, as type: Report.Type
    ) throws(UserError) -> ArraySlice<UInt8> {
        defer { state.withLock { $0.running = nil } }
        let exchange = try start(call)
        return try exchange.text(of: type)
    }

    /// Sends a call, and with the first one the greeting: waiting for its answer in between costs
    /// a third of a millisecond, which a person's every command would pay.
    private func start(_ call: ControlCall) throws(UserError) -> ClientExchange {
        let (id, isFirst) = state.withLock { state in
            state.lastID += 1
            state.running = state.lastID
            return (state.lastID, state.agent == nil)
        }
        let exchange = ClientExchange(
            channel: channel, id: id, method: call.method,
            patience: call.method.isOpenEnded ? nil : patience)
        let line = exchange.line(call.parameters)
        guard isFirst else {
            try exchange.send([line])
            return exchange
        }
        if line.count > Self.longestAtOnce {
            _ = try greet()
            try exchange.send([line])
        } else {
            let greeting = greeting
            try greeting.send([greeting.line(hello), line])
            _ = try finish(greeting)
        }
        return exchange
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
