package import LinuxSystem
package import SnapshotModel
internal import Synchronization

/// What a call sends to its client before it ends.
package enum CallOutput: Sendable, Hashable {
    /// A piece of a file's bytes.
    case data([UInt8])
    /// Something that happened.
    case event(EventReport)
}

/// What the service may know of a call beside its parameters, and where it sends what comes before the report.
package final class CallContext: Sendable {
    /// What the client may do.
    package let role: PeerRole
    /// How far the call is; the server looks at it while the call runs.
    package let progress: JobProgress

    private let deliver: @Sendable (CallOutput) throws(UserError) -> Void
    private let cancellation = Mutex<[@Sendable () -> Void]?>([])

    /// Makes the context of a call whose output `deliver` takes.
    package init(
        role: PeerRole, progress: JobProgress = JobProgress(),
        deliver: @escaping @Sendable (CallOutput) throws(UserError) -> Void
    ) {
        self.role = role
        self.progress = progress
        self.deliver = deliver
    }

    /// Sends a file's bytes, or waits until the client has taken what was sent before.
    package func emit(data: [UInt8]) throws(UserError) {
        try progress.checkCancelled()
        try deliver(.data(data))
    }

    /// Sends an event, or waits until the client has taken what was sent before.
    package func emit(event: EventReport) throws(UserError) {
        try progress.checkCancelled()
        try deliver(.event(event))
    }

    /// Whether the client called it off, or is gone.
    package var isCancelled: Bool { progress.isCancelled }

    /// Runs `action` once the call is cancelled, at once if it is already.
    package func whenCancelled(_ action: @escaping @Sendable () -> Void) {
        let isTooLate = cancellation.withLock { actions in
            actions?.append(action)
            return actions == nil
        }
        if isTooLate { action() }
    }

    /// Calls the call off.
    package func cancel() {
        progress.cancel()
        let actions = cancellation.withLock { actions in
            defer { actions = nil }
            return actions ?? []
        }
        for action in actions { action() }
    }
}
