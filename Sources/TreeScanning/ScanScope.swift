package import SnapshotModel

/// How much of a tree a scan reads from disk.
package enum ScanScope: Sendable {
    /// Every directory is listed; with `trustCache` false, every file counts as changed.
    case everything(trustCache: Bool)
    /// Only these directories are listed, and `trees` with all below them; the rest is taken from the known tree.
    case directories(Set<BytePath>, trees: Set<BytePath> = [])
}
