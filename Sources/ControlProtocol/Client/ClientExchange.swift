internal import SnapshotModel

/// One call of a client, from its line to the answer.
struct ClientExchange {
    let channel: ClientChannel
    let id: Int
    let method: Method
    /// How long the agent may be silent, `nil` for as long as it likes.
    let patience: Duration?

    /// The line that makes the call.
    func line(_ parameters: any Encodable) -> [UInt8] {
        WireLine.encode(RequestLine(id: id, method: method, params: parameters))
    }

    /// Sends lines in one go, the last of which makes the call.
    func send(_ lines: [[UInt8]]) throws(UserError) {
        try channel.write(lines, patience: patience)
    }

    /// Waits for the call's report.
    func report<Report: Decodable>(
        callbacks: CallCallbacks = CallCallbacks()
    ) throws(UserError) -> Report {
        let line = try answer(callbacks: callbacks)
        if let text = ResponseLine.result(of: id, in: line) { return try decode(Report.self, text) }
        return try decode(ResultBody<Report>.self, line).result
    }

    /// Waits for the call's report as the agent wrote it: one line of JSON without a line end.
    func text<Report: Codable>(of type: Report.Type) throws(UserError) -> ArraySlice<UInt8> {
        let line = try answer(callbacks: CallCallbacks())
        if let text = ResponseLine.result(of: id, in: line) { return text }
        return WireLine.encode(try decode(ResultBody<Report>.self, line).result)[...]
    }

    /// Waits for the line that answers the call.
    private func answer(callbacks: CallCallbacks) throws(UserError) -> [UInt8] {
        var lastProgress: ProgressReport?
        while let line = try channel.read(patience: patience) {
            if ResponseLine.result(of: id, in: line) != nil { return line }
            let message = try decode(AgentLine.self, line)
            if let error = message.error {
                // A refusal without a number is about the connection, so about this call too.
                guard message.id == nil || message.id == id else { continue }
                throw error.userError
            }
            if let kind = message.method {
                guard let parameters = message.params, parameters.id == id else { continue }
                lastProgress = parameters.progress ?? lastProgress
                try deliver(kind, parameters, to: callbacks)
            } else if message.id == id {
                return line
            }
        }
        throw .agentLost(during: method, lastProgress)
    }

    private func deliver(
        _ kind: NotificationKind, _ parameters: NotificationParameters,
        to callbacks: CallCallbacks
    ) throws(UserError) {
        do throws(UserError) {
            switch kind {
            case .progress:
                if let progress = parameters.progress { callbacks.progress?(progress) }
            case .data:
                if let data = parameters.data { try callbacks.data?(try bytes(data)) }
            case .event:
                if let event = parameters.event { try callbacks.event?(event) }
            }
        } catch {
            channel.cancel(id)
            throw error
        }
    }

    private func bytes(_ base64: String) throws(UserError) -> [UInt8] {
        guard let bytes = NameText.bytes(base64: base64) else { throw .garbled(method) }
        return bytes
    }

    private func decode<Value: Decodable>(
        _ type: Value.Type, _ line: some Collection<UInt8>
    ) throws(UserError) -> Value {
        do {
            return try ReportJSON.decode(type, from: line)
        } catch {
            throw .garbled(method)
        }
    }
}

extension FailureBody {
    /// The error as the service raised it, or a fault of the protocol.
    var userError: UserError {
        data?.userError
            ?? UserError(
                .protocolVersion, "the agent does not understand this program", why: message,
                remedy: "update the package")
    }
}

extension UserError {
    /// An answer that this program cannot read.
    static func garbled(_ method: Method) -> UserError {
        UserError(
            .protocolVersion, "the agent's answer to \(method.rawValue) cannot be read",
            remedy: "update the package, so that agent and snapctl are of one version")
    }
}
