/// What a client may do, by the credentials that the kernel vouches for.
package enum PeerRole: String, Codable, Sendable, Hashable, CaseIterable {
    /// Everything: the agent's own user, or root.
    case owner
    /// Look and take snapshots: a member of the configured group.
    case group
}
