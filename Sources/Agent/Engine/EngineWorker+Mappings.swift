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
    func writeOutUntold(_ changed: some Sequence<BytePath>, root: borrowing FileDescriptor) {
        for path in changed where !told.tells(of: path) {
            // What cannot be opened is reported by its reader; the rest is no worse than without it.
            try? root.openBeneath(path, [.readOnly, .noFollow, .nonBlocking]).beginWritingOut()
        }
    }
}
