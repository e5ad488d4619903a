import LinuxSystem
import SnapshotModel

/// Where an agent listens if nothing says otherwise.
enum ControlSocketPlace {
    /// Below the session's runtime directory, as root or without one below `/run`.
    static func preferred() -> BytePath {
        let name = BytePath("snapagent/control.sock")
        if SystemIdentity.effectiveUserID != 0,
            let runtime = ProcessEnvironment.value("XDG_RUNTIME_DIR"), runtime.hasPrefix("/")
        {
            return BytePath(runtime).appending(name)
        }
        return BytePath("/run").appending(name)
    }
}
