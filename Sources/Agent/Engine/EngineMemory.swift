import ControlProtocol
import LinuxSystem
import SnapshotModel
import SnapshotStore

/// What an engine must know after a restart beside its store: an alarm that only a person ends, and what the
/// snapshots of the last hour took away.
///
/// It lies with the memory of seen stores, outside of the store.
struct EngineMemory: Codable, Hashable {
    /// An alarm that lasts until a person has looked.
    struct Rot: Codable, Hashable {
        var since: Int64
        var message: String
        var remedy: String
    }

    /// What one snapshot took away, and when by the wall clock, in seconds.
    struct Loss: Codable, Hashable {
        var upheaval: Upheaval
        var time: Int64
    }

    var rot: Rot?
    var losses: [Loss] = []
    /// The last snapshot that stopped expiry: once a person lets it go on, it does so for good.
    var judged: Int?

    private static let folder = Array(".engines".utf8)
    private static let limit = 1 << 20

    /// Reads what is remembered of a store; what cannot be read is forgotten.
    static func read(
        _ store: String, in state: BytePath = StorePlaces.standard().state
    ) -> EngineMemory {
        guard
            let text = try? FileDescriptor.open(
                state.appending(folder).appending(name(of: store)), .readOnly
            ).readAll(atMost: limit),
            let memory = try? ReportJSON.decode(EngineMemory.self, from: text)
        else { return EngineMemory() }
        return memory
    }

    /// Writes it durably.
    func write(
        _ store: String, in state: BytePath = StorePlaces.standard().state
    ) throws {
        let above = try FileDescriptor.open(state, [.readOnly, .directory])
        do throws(SystemError) {
            try above.makeDirectory(Self.folder, mode: 0o700)
        } catch {
            guard error.errno == .exists else { throw error }
        }
        try AtomicFile.write(
            try ReportJSON.encode(self), as: Self.name(of: store),
            in: above.open(Self.folder, [.readOnly, .directory, .noFollow]))
    }

    /// The losses of the last hour with the moments when they happened.
    func recentLosses(at now: MonotonicInstant, wall: FileTime) -> [UpheavalJudge.Remembered] {
        losses.compactMap { loss in
            // A clock that was set back must not make them eternal.
            let age = Duration.seconds(max(0, wall.seconds - loss.time))
            guard age <= UpheavalJudge.window else { return nil }
            return UpheavalJudge.Remembered(
                upheaval: loss.upheaval, time: now + (.zero - age))
        }
    }

    /// Whether a snapshot was judged and remembered for what it took away.
    func hasJudged(_ number: Int) -> Bool {
        judged.map { number <= $0 } ?? false
            || losses.contains { $0.upheaval.snapshot == number }
    }

    /// Takes over what a judge remembers.
    mutating func remember(
        _ past: [UpheavalJudge.Remembered], at now: MonotonicInstant, wall: FileTime
    ) {
        losses = past.map {
            Loss(upheaval: $0.upheaval, time: wall.seconds - (now - $0.time).components.seconds)
        }
    }

    private static func name(of store: String) -> [UInt8] { Array("\(store).json".utf8) }
}

extension EngineWorker {
    /// Raises again what was not ended by a person before the restart.
    func recallAlarms() {
        guard let rot = memory.rot else { return }
        engine.raise(
            Self.rotAlarm, rot.message, remedy: rot.remedy, since: FileTime(seconds: rot.since))
    }

    /// Remembers what the judge does, if there is anything that a restart must not wipe out.
    func rememberLosses(_ upheaval: Upheaval) {
        let hasLoss =
            upheaval.removed + upheaval.emptied + upheaval.rewritten + upheaval.replaced > 0
        guard hasLoss || (upheavals.past.isEmpty && !memory.losses.isEmpty) else { return }
        memory.remember(upheavals.past, at: .now, wall: WallClock.now())
        writeMemory()
    }

    /// Remembers that a snapshot stopped expiry.
    func rememberJudged(_ number: Int) {
        memory.judged = number
        writeMemory()
    }

    /// Raises the alarm on files that rotted, until a person ends it.
    func tellRot(_ message: String, remedy: String) {
        memory.rot = EngineMemory.Rot(
            since: memory.rot?.since ?? WallClock.now().seconds, message: message, remedy: remedy)
        writeMemory()
        engine.raise(Self.rotAlarm, message, remedy: remedy)
    }

    /// Ends it.
    func forgetRot() {
        engine.clearAlarm(Self.rotAlarm)
        guard memory.rot != nil else { return }
        memory.rot = nil
        writeMemory()
    }

    private func writeMemory() {
        do {
            try memory.write(store.uuid)
        } catch {
            services.log.write(
                .warning, "\(name): alarms would not survive a restart: \(error)")
        }
    }
}
