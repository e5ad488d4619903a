import LinuxSystem
import SnapshotModel
import TreeScanning
import TreeWatching

/// Files that programs change through shared mappings, of which no event tells.
extension EngineWorker {
    /// Has changed pages written out of files that changed without an event, before they are read.
    ///
    /// The first change of a page sets the file's times, further ones do not until the page was written out: without
    /// this they would never be found by the times.
    func writeOutUntold(_ scanned: ScannedTree, root: borrowing FileDescriptor) {
        for item in scanned.items where item.needsRead && !told.tells(of: item.path) {
            // What cannot be opened is reported by its reader; the rest is no worse than without it.
            try? root.openBeneath(item.path, [.readOnly, .noFollow, .nonBlocking]).beginWritingOut()
        }
    }
}
