import Configuration
import ControlProtocol
import LinuxSystem
import SnapshotModel
import SnapshotStore
import Synchronization
import TreeScanning
import TreeWatching

/// Not saving while the root cannot be trusted: unmounted is not deleted.
extension EngineWorker {
    /// Makes sure that the root is the directory that was watched from the start.
    ///
    /// - Throws: `paused` if it is missing, replaced or no directory.
    func checkRoot() throws(UserError) {
        let path = engine.configuration.path
        let status: FileStatus
        do {
            status = try FileDescriptor.status(of: path, following: true)
        } catch {
            throw engine.rootProblem(why: "\(path.display): \(error.errno.message)")
        }
        guard status.kind == .directory else {
            throw engine.rootProblem(why: "\(path.display) is no directory any more")
        }
        guard status.identity == engine.rootIdentity else {
            throw engine.rootProblem(why: "\(path.display) is not the directory it was")
        }
    }

    /// Makes sure of the same of the directory that is about to be scanned: what is at its path may have changed since
    /// the path was looked at.
    ///
    /// - Throws: `paused` if it is another one.
    func check(_ root: borrowing FileDescriptor) throws(UserError) {
        let identity: FileIdentity
        do {
            identity = try root.status().identity
        } catch {
            throw error.asUserError()
        }
        guard identity == engine.rootIdentity else {
            throw engine.rootProblem(
                why: "\(engine.configuration.path.display) is not the directory it was")
        }
    }

    /// Stops saving until the root is back; pruning stops with it, since it follows snapshots.
    func pause(_ reason: String) {
        isPaused = true
        engine.raise(engine.rootProblem(why: reason))
    }

    /// Goes on with the empty directory that is where another one was: a person says that it is meant.
    func acceptEmptyRoot() {
        guard engine.isRootAwaited, isPaused,
            let status = try? FileDescriptor.status(
                of: engine.configuration.path, following: true)
        else { return }
        engine.acceptedRoot.withLock { $0 = status.identity }
        services.watcher.accept(engine.watchID)
    }

    /// Goes on saving: everything is compared, since nothing was seen meanwhile.
    ///
    /// The watcher never takes an empty mount point for the root. Another directory in its place is accepted, but
    /// nothing expires any more before a person has looked.
    func resumeAfterPause() {
        isPaused = false
        fullWalkReason = "root is back"
        do throws(UserError) {
            try acceptRoot()
        } catch {
            engine.raise(error)
        }
        engine.clearAlarm(AlarmCode.paused)
        snapshotOrReport(.change)
    }

    private func acceptRoot() throws(UserError) {
        let path = engine.configuration.path
        guard let status = try? FileDescriptor.status(of: path, following: true),
            status.kind == .directory, status.identity != engine.rootIdentity
        else { return }
        let expected = engine.rootIdentity
        engine.acceptedRoot.withLock { $0 = status.identity }
        // It was not there at the start, and this is it.
        if engine.isRootAwaited, expected.device == 0, expected.inode == status.inode { return }
        try store.brake(.rootChanged, "\(path.display) is another directory than before")
        engine.showBrakes()
    }
}

extension DatasetEngine {
    /// What is wrong with the root, and what brings it back.
    func rootProblem(why: String) -> UserError {
        UserError(
            .paused, "cannot save \(configuration.name)", why: why,
            remedy: "mount it or put it back; saving goes on by itself"
                + (isRootAwaited ? " (if it is meant to be empty: snapctl resume)" : ""))
    }
}
