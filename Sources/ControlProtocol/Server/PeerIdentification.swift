internal import LinuxSystem

/// Tells from the kernel's word what a client may do.
struct PeerIdentification: Sendable {
    /// The configured group's number.
    let group: UInt32?

    /// What the client at the other end of a socket may do, `nil` for nothing.
    func role(of credentials: PeerCredentials) -> PeerRole? {
        if credentials.uid == 0 || credentials.uid == SystemIdentity.effectiveUserID {
            return .owner
        }
        guard let group else { return nil }
        // The kernel tells the primary group only; the others are the user database's to know.
        if credentials.gid == group { return .group }
        return SystemIdentity.groups(ofUser: credentials.uid).contains(group) ? .group : nil
    }
}
