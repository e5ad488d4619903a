internal import LinuxSystem
internal import SnapshotModel

extension WatchEngine {
    /// Takes one event into account.
    func handle(_ event: WatchEvent) {
        // First of all, since its watch is -1 and in no table.
        if event.mask.contains(.overflow) {
            overflows += 1
            return loseEvents("the kernel's event queue overflowed")
        }
        let isAncestor = ancestors[event.watch] != nil
        if isAncestor { handleAncestor(event) }
        guard let entry = table.entry(event.watch) else {
            if tombstones.contains(event.watch) {
                if event.mask.contains(.ignored) { tombstones.remove(event.watch) }
            } else if !isAncestor {
                unknownEvents += 1
                loseEvents("an event came from a directory that is not watched")
            }
            return
        }
        guard let root = roots[entry.root] else { return }
        if event.name.isEmpty {
            guard let node = table[event.watch] else { return }
            handleDirectoryItself(event, node, root)
            return
        }
        root.names.take(event)
        if let inode = event.unnamedInode {
            root.dirty.insert(inode: inode)
            root.noteChange(in: table.path(of: event.watch), isDelete: false)
        }
        if !isKnown(event, entry, root) { handleEntry(event, root) }
    }

    private func handleDirectoryItself(_ event: WatchEvent, _ node: Node, _ root: RootState) {
        let isEnd = !event.mask.isDisjoint(with: [.ignored, .unmount, .deleteSelf])
        guard let parent = node.parent else {
            if isEnd || event.mask.contains(.moveSelf) { return handleRootItself(event, root) }
            root.noteChange(in: .root, isDelete: false)
            return
        }
        // What the directory above says of this may have been handed out already: dirty is what is told.
        if event.mask.contains(.attributes) {
            root.noteChange(in: table.path(of: event.watch), isDelete: isEnd)
        }
        guard isEnd else { return }
        root.noteChange(in: table.path(of: parent), named: node.name, isDelete: true)
        if event.mask.contains(.unmount) {
            root.noteEverything("a file system below the directory was unmounted")
            // What the mount hid is to be seen now.
            arrivals.append(Arrival(parent: parent, name: node.name))
        }
        if event.mask.contains(.ignored) || event.mask.contains(.unmount) { drop(event.watch) }
    }

    private func handleRootItself(_ event: WatchEvent, _ root: RootState) {
        if event.mask.contains(.ignored) { drop(event.watch) }
        checkRoot(root)
        guard root.isPresent, let watch = root.watch, !table.contains(watch) else { return }
        root.watch = nil
        root.noteEverything("the kernel ended the watch of the directory")
        requestWalk(of: root, at: clock())
    }

    /// Whether an event says nothing that others of the same round and directory did not say.
    ///
    /// In a storm that is so for nearly all, and they cost a few comparisons each.
    private func isKnown(_ event: WatchEvent, _ entry: NodeTable.Entry, _ root: RootState) -> Bool {
        guard root.changed, !root.onlyDeletes, !event.mask.contains(.isDirectory),
            table.isNoted(entry) || table.isNoted(event.name, of: event.watch)
        else { return false }
        // Anything but a directory in the place of one means that the directory is gone.
        return entry.firstChild == NodeTable.none
            || table.child(of: event.watch, named: event.name) == nil
    }

    private func handleEntry(_ event: WatchEvent, _ root: RootState) {
        let directory = table.path(of: event.watch)
        let isDirectory = event.mask.contains(.isDirectory)
        let child = table.child(of: event.watch, named: event.name)
        if event.mask.contains(.delete) || (child != nil && !isDirectory) {
            if let child { drop(child) }
        } else if event.mask.contains(.movedFrom), let child {
            departures.insert(child)
        }
        guard root.specification.isRelevant(directory, event.name, isDirectory) else { return }
        let isDelete = !event.mask.isDisjoint(with: [.delete, .movedFrom])
        if root.noteChange(in: directory, named: event.name, isDelete: isDelete) {
            table.note(event.watch)
        } else {
            table.note(event.name, of: event.watch)
        }
        guard isDirectory, !isDelete else { return }
        let isNew = !event.mask.isDisjoint(with: [.create, .movedTo])
        // A changed mode may let us in where we were kept out.
        let isUncovered =
            !root.uncovered.isEmpty
            && root.uncovered[directory.appending(event.name)] != nil
        guard isNew || isUncovered else { return }
        // One that left and came back may have been missed, or mistaken for another, by a scan meanwhile.
        arrivals.append(
            Arrival(
                parent: event.watch, name: event.name,
                kind: event.mask.contains(.movedTo) ? .moved : .event))
    }
}
