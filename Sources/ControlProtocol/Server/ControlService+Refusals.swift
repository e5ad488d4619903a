internal import LinuxSystem
internal import SnapshotModel

extension ControlService {
    /// The refusal of a client for whom there is no room.
    var tooManyClients: UserError {
        UserError(
            .agentMute, "the agent has \(limits.clients) clients already",
            remedy: "end some of them, or try again")
    }

    /// The refusal of a user who is neither the owner nor in the group.
    func notAllowed(_ peer: PeerCredentials) -> UserError {
        let owner = SystemIdentity.userName(SystemIdentity.effectiveUserID) ?? "its owner"
        let who = SystemIdentity.userName(peer.uid) ?? "user \(peer.uid)"
        let members = group.map { " and group \($0)" } ?? ""
        return UserError(
            .socketDenied, "you may not use this agent",
            why: "it serves \(owner)\(members), you are \(who)",
            remedy: group.map { "sudo snapctl ...; or join group \($0)" } ?? "sudo snapctl ...")
    }
}
