internal import LinuxSystem
package import SnapshotModel

/// Watches trees with one thread, which owns libinotifytools for the life of the process.
///
/// Reports come on that thread: a report's receiver must not call the watcher.
package final class TreeWatcher: Sendable {
    /// Work for the watcher's thread.
    typealias Request = @Sendable (WatchEngine) -> Void

    /// What the watcher's thread is asked to do.
    struct Inbox: Sendable {
        var requests: [Request] = []
        var isClosed = false
        var isDone = false
    }

    let inbox = Monitor(Inbox())
    let wakeUp: EventCounter

    private init() throws(SystemError) {
        wakeUp = try EventCounter()
    }

    /// Starts the watcher; a process can do that once.
    package static func start() throws(UserError) -> TreeWatcher {
        do throws(SystemError) {
            let watcher = try TreeWatcher()
            let started = Monitor(Result<Void, SystemError>?.none)
            try Thread.detach(name: "watcher") {
                do throws(SystemError) {
                    let source = try InotifySource()
                    let loop = try WatchLoop(watcher: watcher, source: source)
                    started.update { $0 = .success(()) }
                    loop.run()
                } catch {
                    started.update { $0 = .failure(error) }
                }
                watcher.inbox.update { $0.isDone = true }
            }
            try started.wait { $0 }?.get()
            return watcher
        } catch {
            throw watchingFailed(error)
        }
    }

    /// Watches a tree and returns once every directory of it is watched that can be.
    package func add(
        _ root: WatchedRoot, report: @escaping @Sendable (WatchReport) -> Void
    ) throws(UserError) {
        let outcome = perform { engine -> SystemError? in
            do throws(SystemError) {
                try engine.add(root, report: report)
                return nil
            } catch {
                return error
            }
        }
        guard let error = outcome ?? SystemError("inotify_add_watch", errno: .badDescriptor) else {
            return
        }
        switch error.errno {
        case .noEntry: throw noDirectory(root.path, "does not exist")
        case .notDirectory: throw noDirectory(root.path, "is not a directory")
        default: throw error.asUserError()
        }
    }

    /// Takes what is at the path of an awaited tree for the tree.
    package func accept(_ id: Int) {
        perform { $0.acceptStandIn(id) }
    }

    /// Forgets a tree.
    package func remove(_ id: Int) {
        perform { $0.remove(id) }
    }

    /// Takes everything into account that happened before the call, and hands out what is dirty.
    package func syncPoint(_ id: Int) -> DirtySet {
        perform { $0.syncPoint(id) } ?? DirtySet(everything: "watching has ended")
    }

    /// Takes a dirty set back whose snapshot failed.
    package func putBack(_ id: Int, _ dirty: DirtySet) {
        perform { $0.putBack(id, dirty) }
    }

    /// Walks a tree again, as after a change of what matters in it, and watches what is missing.
    package func refresh(_ id: Int) {
        perform { engine in
            guard let root = engine.roots[id], root.isPresent else { return }
            engine.walkTree(of: root)
            engine.runRound()
        }
    }

    /// Looks whether a root that went away is back: where nothing above it can be watched, no event tells.
    package func lookForRoot(_ id: Int) {
        perform { engine in
            guard let root = engine.roots[id], !root.isPresent else { return }
            engine.checkRoot(root)
            engine.runRound()
        }
    }

    /// How well a tree is watched; everything is counted that happened before the call.
    package func statistics(_ id: Int) -> WatchStatistics {
        perform { engine in
            engine.runRound()
            return engine.statistics(id)
        } ?? WatchStatistics()
    }

    /// Ends the thread and all watches.
    package func stop() {
        inbox.update { $0.isClosed = true }
        wakeUp.signal()
        _ = inbox.wait { $0.isDone ? true : nil }
    }

    /// Runs `body` on the watcher's thread and waits for it; `nil` once the watcher has stopped.
    @discardableResult
    func perform<Answer: Sendable>(
        _ body: @escaping @Sendable (WatchEngine) -> Answer
    ) -> Answer? {
        let answer = Monitor(Answer?.none)
        let isAccepted = inbox.update { inbox in
            guard !inbox.isClosed else { return false }
            inbox.requests.append { engine in
                let result = body(engine)
                answer.update { $0 = result }
            }
            return true
        }
        guard isAccepted else { return nil }
        wakeUp.signal()
        return answer.wait { $0 }
    }

    private func noDirectory(_ path: BytePath, _ fault: String) -> UserError {
        UserError(
            .noDirectory, "\(path.display) \(fault)", remedy: "check the dataset's path",
            subject: path.display)
    }

    private static func watchingFailed(_ error: SystemError) -> UserError {
        let isLimit = error.errno == .tooManyFiles
        return UserError(
            .internal, "cannot watch directories", why: error.errno.message,
            remedy: isLimit
                ? "raise fs.inotify.max_user_instances (sysctl)"
                : "start the agent again")
    }
}
