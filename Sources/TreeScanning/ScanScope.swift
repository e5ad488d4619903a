package import SnapshotModel

/// How much of a tree a scan reads from disk.
package enum ScanScope: Sendable {
    /// Every directory is listed; with `trustCache` false, every file counts as changed.
    case everything(trustCache: Bool)
    /// Only these directories are listed, and `trees` with all below them; the rest is taken from the known tree.
    ///
    /// What is said to have changed in a directory decides only what its names are suspected of. The files with the numbers of `inodes` are looked at wherever they are.
    case directories([BytePath: NameSelection], trees: Set<BytePath> = [], inodes: Set<UInt64> = [])
}
