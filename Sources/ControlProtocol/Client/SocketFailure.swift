internal import LinuxSystem
internal import SnapshotModel

/// Why one socket could not be used.
struct SocketFailure {
    let path: BytePath
    let errno: Errno

    /// The error that says most of several failures: mute before left over before absent.
    ///
    /// A socket that is forbidden counts where it is the first choice: behind a person's own place it belongs to others.
    static func summary(of failures: [SocketFailure], limit: Duration) -> UserError {
        if let first = failures.first, first.isForbidden { return first.denied }
        let others = failures.filter { !$0.isForbidden }
        if others.contains(where: { $0.errno == .again }) { return .agentMute(after: limit) }
        if let gone = others.first(where: { $0.errno == .connectionRefused }) { return gone.gone }
        if let other = others.first(where: { ![.noEntry, .notDirectory].contains($0.errno) }) {
            return SystemError("connect", path: other.path, errno: other.errno).asUserError()
        }
        let paths = others.map { displayName($0.path.bytes) }.joined(separator: ", ")
        let denied = failures.first(where: \.isForbidden)?.denied
        let hint = denied.map { "; or for another's agent: \($0.remedy)" } ?? ""
        return UserError(
            .agentAbsent, "no agent is running",
            why: "no socket at \(paths)" + (denied.map { "; \($0.message)" } ?? ""),
            remedy: ServiceManager.own("start snapagent") + "; "
                + "or files alone: snapctl --store DIR list\(hint)")
    }

    private var isForbidden: Bool { errno == .accessDenied || errno == .notPermitted }

    private var gone: UserError {
        let shown = displayName(path.bytes)
        return UserError(
            .agentGone, "the agent is gone", why: "\(shown) is left over",
            remedy: ServiceManager.command(
                "status snapagent", isRoot: path == SocketSearch.system),
            subject: shown)
    }

    private var denied: UserError {
        let shown = displayName(path.bytes)
        var group: String?
        var why: String?
        if let status = try? FileDescriptor.status(of: path, following: true) {
            let owner = SystemIdentity.userName(status.uid) ?? "\(status.uid)"
            group = SystemIdentity.groupName(status.gid) ?? "\(status.gid)"
            let user = SystemIdentity.effectiveUserID
            why =
                "it is \(owner):\(group ?? ""), you are \(SystemIdentity.userName(user) ?? "\(user)")"
        }
        let join = group.flatMap { $0 == "root" ? nil : "; or join group \($0)" }
        return UserError(
            .socketDenied, "you may not use \(shown)", why: why,
            remedy: "sudo snapctl ...\(join ?? "")", subject: shown)
    }
}

extension UserError {
    /// An agent that says nothing.
    static func agentMute(after limit: Duration) -> UserError {
        UserError(
            .agentMute, "the agent has not answered for \(limit.components.seconds)s",
            remedy: ServiceManager.ownLog)
    }

    /// An agent that went away in the middle of a call.
    static func agentLost(during method: Method, _ progress: ProgressReport?) -> UserError {
        let done = progress.flatMap { progress in
            progress.filesTotal.map { "\(progress.files) of \($0) files done" }
        }
        return UserError(
            .agentLost, "the agent stopped during \(method.rawValue)", why: done,
            remedy: "snapctl status; then the same command again")
    }
}
