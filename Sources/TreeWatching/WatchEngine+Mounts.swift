internal import LinuxSystem
internal import SnapshotModel

extension WatchEngine {
    /// Looks at every root after something was mounted or unmounted anywhere.
    func lookAtMounts(_ watch: borrowing MountWatch) {
        for root in roots.values {
            checkRoot(root)
            guard root.isPresent else { continue }
            let before = root.mounts
            noteMounts(of: root, watch)
            guard let before, before != root.mounts else { continue }
            root.noteEverything("a file system was mounted or unmounted in it")
            requestWalk(of: root, at: clock())
        }
    }

    /// Remembers what is mounted in a tree, to see later whether that changed.
    func noteMounts(of root: RootState, _ watch: borrowing MountWatch) {
        do throws(SystemError) {
            root.mounts = try watch.mounts(in: CanonicalPath.of(root.specification.path))
        } catch {
            // The root went away meanwhile, or the kernel has no table: a walk finds out.
            root.mounts = []
        }
    }
}
