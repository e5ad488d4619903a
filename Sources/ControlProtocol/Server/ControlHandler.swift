package import SnapshotModel

/// What the agent's service answers: one report.
package struct Reply: Sendable {
    /// The report, as it goes to the client.
    package let report: any Encodable & Sendable

    /// Makes the answer from a report.
    package init(_ report: any Encodable & Sendable) {
        self.report = report
    }
}

/// The agent's service, as the server calls it: on a thread of each call's own, several at a time.
package protocol ControlHandler: Sendable {
    /// Does what a call asks for and returns its report.
    func handle(_ call: ControlCall, context: CallContext) throws(UserError) -> Reply
}
