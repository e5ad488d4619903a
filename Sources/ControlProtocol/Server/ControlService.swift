internal import SnapshotModel

/// What all connections of a server share.
struct ControlService: Sendable {
    let handler: any ControlHandler
    let limits: ControlLimits
    /// The agent's version.
    let version: String
    /// The configured group's name.
    let group: String?

    /// The refusal of a call that only the owner may make.
    func notOwner(_ method: Method) -> UserError {
        let who = group.map { "group \($0)" } ?? "the group"
        return UserError(
            .notOwner, "\(who) may look and save, not \(method.rawValue)",
            remedy: "sudo snapctl \(method.rawValue) ...")
    }
}
