package import LinuxSystem
internal import SnapshotArchive
package import SnapshotModel
internal import Synchronization

/// What those who read a store met that looks damaged, until an examination has judged it.
final class DamageWatch: Sendable {
    private struct State {
        var met: Set<Suspect> = []
        /// What is being examined, or was and is not damaged: whoever meets it again need not say so.
        var judged: Set<Suspect> = []
        var action: (@Sendable () -> Void)?
    }

    /// An object that could not be read from some zip, or a zip that could not be opened.
    enum Suspect: Hashable, Sendable {
        case object(Digest)
        case zip([UInt8])
    }

    private let state = Mutex(State())

    /// Far more than are worth looking at before a person is told.
    private static let limit = 10_000

    /// Calls `action` whenever there is something to judge.
    func onMeeting(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.action = action }
    }

    /// Notes that a reader met something; on the reader's own thread.
    func meet(_ suspect: Suspect) {
        let action = state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.judged.contains(suspect), state.met.count < Self.limit,
                state.met.insert(suspect).inserted
            else { return nil }
            return state.action
        }
        action?()
    }

    /// What there is to judge.
    func take() -> Set<Suspect> {
        state.withLock { state in
            defer { state.met = [] }
            state.judged.formUnion(state.met)
            return state.met
        }
    }

    /// Says that some of what was taken is damaged, or could not be judged: it counts anew when it is met again.
    func forget(_ suspects: Set<Suspect>) {
        state.withLock { $0.judged.subtract(suspects) }
    }

    /// Has what was taken judged another time.
    func putBack(_ suspects: Set<Suspect>) {
        state.withLock { state in
            state.judged.subtract(suspects)
            state.met.formUnion(suspects)
        }
    }
}

extension Store {
    /// Calls `action`, on the thread of whoever reads, when a reader meets damage that nobody has judged.
    package func onDamage(_ action: @escaping @Sendable () -> Void) {
        pool.damage.onMeeting(action)
    }

    /// Examines the store, and reads what readers found damaged; what is wrong may be something else, or nothing.
    ///
    /// - Returns: What was found, `nil` if no reader met anything.
    /// - Throws: What `verify` throws; then all of it is still to be judged.
    package func examineSuspects(
        _ progress: JobProgress
    ) throws(UserError) -> StoreVerification? {
        let suspects = pool.damage.take()
        guard !suspects.isEmpty else { return nil }
        let objects = suspects.compactMap { suspect in
            if case .object(let digest) = suspect { digest } else { nil }
        }
        do throws(UserError) {
            let found = try verify(depth: .contents(Set(objects)), progress: progress)
            if !found.damage.isEmpty { pool.damage.forget(suspects) }
            return found
        } catch {
            pool.damage.putBack(suspects)
            throw error
        }
    }
}
