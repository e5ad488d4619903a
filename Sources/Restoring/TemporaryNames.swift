internal import LinuxSystem
internal import SnapshotModel
internal import Synchronization

/// The names under which a restore prepares files, and those that a killed one left behind.
///
/// A name tells the process and the run that made it, so that nobody removes what another restore
/// is writing.
final class TemporaryNames: Sendable {
    private static let dash = UInt8(ascii: "-")
    /// The runs of this process that are not over.
    private static let running = Mutex<Set<[UInt8]>>([])

    private let run: [UInt8]

    init() {
        let run = TemporaryName.makeRun()
        self.run = run
        Self.running.withLock { _ = $0.insert(run) }
    }

    deinit {
        let run = run
        Self.running.withLock { _ = $0.remove(run) }
    }

    /// The name for a numbered item of the plan.
    func name(_ number: Int) -> [UInt8] { run + Array(String(number).utf8) }

    /// Whether a name belongs to a run that is over.
    static func isLeftover(_ name: [UInt8]) -> Bool {
        guard let process = TemporaryName.process(of: name) else { return false }
        guard process == SystemIdentity.processID else { return !isAlive(process) }
        let run = Array(name[...(name.lastIndex(of: dash) ?? 0)])
        return running.withLock { !$0.contains(run) }
    }

    private static func isAlive(_ process: Int32) -> Bool {
        do {
            return try FileDescriptor.status(of: BytePath("/proc/\(process)"), following: true).kind
                == .directory
        } catch {
            return false
        }
    }
}
