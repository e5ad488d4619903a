internal import LinuxSystem
internal import SnapshotModel

/// What happens on the thread of a call.
enum CallThread {
    /// The context of a call, whose output goes to the outbox as it has room.
    static func context(
        id: Int, role: PeerRole, outbox: Outbox, service: ControlService
    ) -> CallContext {
        let piece = service.limits.piece
        let progress = JobProgress()
        let context = CallContext(role: role, progress: progress) { output throws(UserError) in
            for line in lines(of: output, id: id, piece: piece) {
                try progress.checkCancelled()
                guard outbox.append(WireLine.encode(line), unless: { progress.isCancelled }) else {
                    throw UserError(
                        .interrupted, "the client is gone", remedy: "run the command again")
                }
            }
        }
        context.whenCancelled { outbox.nudge() }
        return context
    }

    /// Runs a call and puts its answer into the outbox.
    static func start(
        _ request: ControlCall, id: Int, context: CallContext, handler: any ControlHandler,
        hasFinished: Monitor<Bool>, outbox: Outbox
    ) throws(SystemError) {
        try Thread.detach(name: "call \(request.method.rawValue)") {
            let answer = answer(request, id: id, context: context, handler: handler)
            // Before the answer is sent, or a client that asks again at once would be refused.
            hasFinished.update { $0 = true }
            outbox.appendNow(answer)
        }
    }

    /// Runs the call and returns the line that answers it.
    private static func answer(
        _ request: ControlCall, id: Int, context: CallContext, handler: any ControlHandler
    ) -> [UInt8] {
        do throws(UserError) {
            let reply = try handler.handle(request, context: context)
            return WireLine.encode(ResponseLine(id: id, result: reply.report))
        } catch {
            return WireLine.encode(FailureLine(id: id, error: FailureBody(error)))
        }
    }

    /// The notifications that carry a call's output.
    private static func lines(
        of output: CallOutput, id: Int, piece: Int
    ) -> [NotificationLine] {
        var parameters = NotificationParameters(id: id)
        switch output {
        case .event(let event):
            parameters.event = event
            return [NotificationLine(method: .event, params: parameters)]
        case .data(let bytes):
            return stride(from: 0, to: bytes.count, by: piece).map { start in
                let end = min(start + piece, bytes.count)
                parameters.data = NameText.base64(bytes[start..<end])
                return NotificationLine(method: .data, params: parameters)
            }
        }
    }
}
