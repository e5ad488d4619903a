internal import LinuxSystem
internal import SnapshotModel

extension Connection {
    /// Answers one line.
    mutating func answer(_ line: [UInt8]) {
        guard let head = try? ReportJSON.decode(RequestHead.self, from: line) else {
            refuse(nil, .notJSON, "the line is no JSON object")
            isEnding = true
            return
        }
        guard let name = head.method else {
            return refuse(head.id, .notARequest, "the call names no method")
        }
        guard let method = Method(rawValue: name) else {
            return refuse(head.id, .noSuchMethod, "there is no method \(name)")
        }
        do {
            switch method {
            case .hello: try greet(line, id: head.id)
            case .cancel: try cancel(line, id: head.id)
            default: try start(method, line, id: head.id)
            }
        } catch {
            refuse(head.id, .badParameters, "\(method.rawValue) has other parameters")
        }
    }

    /// Tells the client who answers, or that it speaks another protocol.
    private mutating func greet(_ line: [UInt8], id: Int?) throws {
        let hello = try ReportJSON.decode(RequestBody<HelloParameters>.self, from: line).params
        guard let id else { return refuse(nil, .notARequest, "hello has no id") }
        guard hello.protocolVersion == ProtocolVersion.current else {
            let error = UserError(
                .protocolVersion,
                "agent \(service.version) speaks protocol \(ProtocolVersion.current), "
                    + "this \(hello.client) \(hello.protocolVersion)",
                remedy: "update the package")
            send(FailureLine(id: id, error: FailureBody(error)))
            isEnding = true
            return
        }
        hasGreeted = true
        let report = HelloReport(
            version: service.version, protocolVersion: ProtocolVersion.current,
            pid: Int(SystemIdentity.processID), role: role)
        send(ResponseLine(id: id, result: report))
    }

    /// Calls off the running call, if it is the one that is meant.
    private func cancel(_ line: [UInt8], id: Int?) throws {
        let target = try ReportJSON.decode(RequestBody<CancelParameters>.self, from: line).params
        if let call, call.id == target.id { call.cancel() }
        if let id { send(ResponseLine(id: id, result: target)) }
    }

    /// Starts a call, if the client may make it and none is running.
    private mutating func start(_ method: Method, _ line: [UInt8], id: Int?) throws {
        guard hasGreeted else { return refuse(id, .notARequest, "hello comes first") }
        guard let id else { return refuse(nil, .notARequest, "a call has an id") }
        guard call == nil else { return refuse(id, .notARequest, "one call at a time") }
        guard role == .owner || method.isOpenToGroup else {
            return send(FailureLine(id: id, error: FailureBody(service.notOwner(method))))
        }
        guard let request = try ControlCall(method, line: line) else {
            return refuse(id, .noSuchMethod, "there is no method \(method.rawValue)")
        }
        do throws(SystemError) {
            call = try RunningCall(
                request, id: id, role: role, outbox: outbox, service: service)
        } catch {
            send(FailureLine(id: id, error: FailureBody(error.asUserError())))
        }
    }

    /// Forgets the call once its answer is in the outbox.
    mutating func finishCall() {
        guard call?.isFinished == true else { return }
        call = nil
        lastAsked = .now
    }

    /// Sends the call's progress, if it changed or nothing was said for a while.
    mutating func sampleProgress() {
        // A client that is behind misses frames, no more.
        guard outbox.isEmpty, written == output.count else { return }
        guard let report = call?.nextProgress(service.limits), let id = call?.id else { return }
        var parameters = NotificationParameters(id: id)
        parameters.progress = report
        send(NotificationLine(method: .progress, params: parameters))
    }

    /// Refuses a line for a fault of the protocol.
    func refuse(_ id: Int?, _ fault: ProtocolFault, _ message: String) {
        send(FailureLine(id: id, error: FailureBody(fault, message)))
    }

    private func send(_ line: any Encodable) {
        outbox.appendNow(WireLine.encode(line))
    }
}
