/// How a person speaks to systemd of an agent: root's is the system's, anyone else's their own.
package enum ServiceManager {
    /// The command line for the agent of the user who runs this process, such as `systemctl --user reload snapagent`.
    package static func own(_ words: String) -> String {
        command(words, isRoot: SystemIdentity.effectiveUserID == 0)
    }

    /// The command line for root's agent or a person's.
    package static func command(_ words: String, isRoot: Bool) -> String {
        (isRoot ? "systemctl " : "systemctl --user ") + words
    }

    /// The command line that shows the last lines of the log of the same agent.
    package static var ownLog: String {
        (SystemIdentity.effectiveUserID == 0 ? "journalctl" : "journalctl --user")
            + " -u snapagent -n 20"
    }
}
