internal import LinuxSystem
internal import SnapshotModel

extension WatchEngine {
    /// Watches the nearest directory above the root that exists.
    func watchAncestor(of root: RootState) {
        forgetAncestor(of: root)
        var path = root.specification.path
        while let parent = path.parent, !parent.isRoot {
            let name = path.name
            path = parent
            guard let directory = try? FileDescriptor.open(path, [.pathOnly, .directory]) else {
                continue
            }
            // A directory that may not be read cannot be watched; the sync point looks then.
            let mask: EventMask = root.isPresent ? .ancestor : .ancestorOfLost
            guard let watch = try? source.add(directory, for: mask) else { return }
            root.ancestor = (watch, name)
            ancestors[watch, default: []].insert(root.id)
            // What is awaited may have come before the watch.
            guard !root.isPresent, (try? directory.status(of: name)) != nil,
                path != root.specification.path.parent
            else { return }
            forgetAncestor(of: root)
            path = root.specification.path
        }
    }

    /// Ends the watch above the root, unless something else needs it.
    func forgetAncestor(of root: RootState) {
        guard let watch = root.ancestor?.watch else { return }
        root.ancestor = nil
        ancestors[watch]?.remove(root.id)
        guard ancestors[watch]?.isEmpty == true else { return }
        ancestors[watch] = nil
        guard !table.contains(watch) else { return }
        tombstones.insert(watch)
        source.remove(watch)
    }

    /// Looks at the roots below a directory of which something was heard.
    func handleAncestor(_ event: WatchEvent) {
        for id in ancestors[event.watch] ?? [] {
            guard let root = roots[id], let ancestor = root.ancestor else { continue }
            let isEnd = !event.mask.isDisjoint(with: [.deleteSelf, .moveSelf, .ignored, .unmount])
            guard event.name.isEmpty ? isEnd : event.name == ancestor.name else { continue }
            checkRoot(root)
            guard isEnd || !root.isPresent else { continue }
            watchAncestor(of: root)
            // It may have come while there was no watch above it.
            if !root.isPresent { checkRoot(root) }
        }
    }
}
