import ControlProtocol
import LinuxSystem
import SnapshotArchive
import SnapshotModel
import SnapshotStore

/// Says that something more urgent came up.
private struct Postponed: Error {}

/// Making sure, while nothing else is to do, that every patch makes the content it was made for.
///
/// Which blocks of a large file changed is told by short tags. Two blocks that differ and have one tag are next to
/// impossible, but "next to" is not good enough for the only copy of somebody's work.
extension EngineWorker {
    /// The alarm for a patch that does not make what it should.
    static let proofAlarm = AlarmCode.proof

    /// Has the contents that a new zip holds as patches be made once and compared.
    func proveLater(_ objects: [PlacedObject]) {
        let patched = objects.filter { $0.place.form == .patch }.map(\.digest)
        guard !patched.isEmpty else { return }
        engine.mailbox.update { $0.unproven += patched }
    }

    /// Makes a content from its patches and compares it with its digest; what is more urgent comes first.
    ///
    /// One that cannot be made is marked by whoever reads it, and is taken from the live tree again.
    func prove(_ content: Digest) {
        do {
            // What was pruned or marked meanwhile is nothing that anybody leans on.
            guard try store.objects.holds(content) else { return }
            try store.objects.readContent(content) { _ in
                if engine.mailbox.read({ $0.isUrgent(at: .now) }) { throw Postponed() }
            }
            engine.clearAlarm(Self.proofAlarm)
        } catch is Postponed {
            engine.mailbox.update { $0.unproven.append(content) }
        } catch {
            fullWalkReason = "proof"
            engine.raise(
                Self.proofAlarm, "a version of a large file could not be read back: \(error)",
                remedy: "it is saved anew if the file is still there; snapctl verify --read-data")
            engine.mailbox.update { $0.tell(.changed(deletesOnly: false), at: .now) }
        }
    }
}
