internal import LinuxSystem
internal import SnapshotModel

extension WatchEngine {
    /// Watches a tree; every directory that can be is watched at the end.
    func add(
        _ specification: WatchedRoot, report: @escaping @Sendable (WatchReport) -> Void
    ) throws(SystemError) {
        let directory = try FileDescriptor.open(specification.path, [.readOnly, .directory])
        let identity = try directory.status().identity
        let root = RootState(
            specification, identity: identity,
            isMountPoint: isMountPoint(directory, identity), report: report)
        roots[root.id] = root
        root.isPresent = !specification.isAwaited
        root.standIn = specification.isAwaited ? identity : nil
        watchAncestor(of: root)
        root.dirty.insertEverything("nothing was watched before")
        guard root.isPresent else {
            let path = specification.path.display
            report(.rootGone(reason: "\(path) is empty, and not the directory saved so far"))
            return
        }
        walk += 1
        visitRoot(root, directory)
        root.endRound(at: .now, isSilent: true)
    }

    /// Takes the directory at the root's path for the awaited one.
    func acceptStandIn(_ id: Int) {
        guard let root = roots[id], root.standIn != nil else { return }
        root.standIn = nil
        checkRoot(root)
    }

    /// Forgets a tree and its watches.
    func remove(_ id: Int) {
        guard let root = roots.removeValue(forKey: id) else { return }
        if let watch = root.watch { drop(watch) }
        forgetAncestor(of: root)
    }

    /// Compares what is at the root's path with what should be there, and acts on a difference.
    func checkRoot(_ root: RootState) {
        withDirectory(of: root) { _ in }
    }

    /// Runs `body` with the root's directory open, if it is there.
    ///
    /// It is never kept open: that would delay the news of its removal.
    func withDirectory(of root: RootState, _ body: (borrowing FileDescriptor) -> Void) {
        let path = root.specification.path
        do throws(SystemError) {
            let directory = try FileDescriptor.open(path, [.readOnly, .directory])
            let identity = try directory.status().identity
            if root.isPresent {
                guard identity == root.identity else {
                    return lose(root, "another directory is in its place")
                }
            } else {
                guard isAcceptable(directory, identity, for: root) else { return }
                bringBack(root, directory, identity)
            }
            body(directory)
        } catch {
            if root.isPresent { lose(root, error.errno.message) }
        }
    }

    private func lose(_ root: RootState, _ reason: String) {
        root.isPresent = false
        root.noteEverything("the directory went away")
        root.report(.rootGone(reason: reason))
        root.uncovered = [:]
        root.walkDue = nil
        if let watch = root.watch { drop(watch) }
        root.watch = nil
        watchAncestor(of: root)
        // It may have come back while there was no watch above it.
        checkRoot(root)
    }

    private func bringBack(
        _ root: RootState, _ directory: borrowing FileDescriptor, _ identity: FileIdentity
    ) {
        root.isPresent = true
        root.standIn = nil
        root.identity = identity
        root.isMountPoint = isMountPoint(directory, identity)
        watchAncestor(of: root)
        walk += 1
        visitRoot(root, directory)
        root.noteEverything("the directory came back")
        root.report(.rootBack)
    }

    /// Whether a directory at the path of a lost root may take its place.
    ///
    /// The empty directory that an unmounted file system leaves behind may not.
    private func isAcceptable(
        _ directory: borrowing FileDescriptor, _ identity: FileIdentity, for root: RootState
    ) -> Bool {
        if let standIn = root.standIn { return identity != standIn }
        if root.isMountPoint { return isMountPoint(directory, identity) }
        return identity.device == root.identity.device
    }

    private func isMountPoint(
        _ directory: borrowing FileDescriptor, _ identity: FileIdentity
    ) -> Bool {
        guard let above = try? directory.status(of: Array("..".utf8)),
            let here = try? directory.status()
        else { return false }
        // A directory that is mounted elsewhere too has the same device on both sides.
        return above.identity == identity || above.device != identity.device
            || above.mountID != here.mountID
    }
}
