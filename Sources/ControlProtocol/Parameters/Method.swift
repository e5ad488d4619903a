/// The methods of the protocol, by their names on the wire.
package enum Method: String, Codable, Sendable, Hashable, CaseIterable {
    case hello, list, rows, show, ls, cat, diff, versions, find, snapshot, restore, pin, unpin
    case label, delete, undelete, prune, sweep, verify, repair, export, du, status, events, resume
    case cancel

    /// Whether a call may be silent for as long as nothing happens.
    package var isOpenEnded: Bool { self == .events }

    /// Whether a member of the configured group may call it; the owner may call everything.
    package var isOpenToGroup: Bool {
        switch self {
        case .hello, .list, .rows, .show, .ls, .cat, .diff, .versions, .find, .snapshot, .verify,
            .export, .du, .status, .events, .cancel:
            true
        case .restore, .pin, .unpin, .label, .delete, .undelete, .prune, .sweep, .repair,
            .resume:
            false
        }
    }
}
