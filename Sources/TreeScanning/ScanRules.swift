package import LinuxSystem
package import SnapshotModel

/// What a scan takes in and what it leaves out.
package struct ScanRules: Sendable {
    /// The patterns of the configuration, relative to the root.
    package var excludes: IgnoreRules
    /// Files of more bytes are recorded without their content.
    package var maxFileSize: Int64?
    /// Whether what is mounted below the root is recorded as empty directories.
    package var oneFileSystem: Bool
    /// Whether directories marked by a CACHEDIR.TAG are recorded without what they hold.
    package var honourCacheTag: Bool
    /// The store, the socket and the like: never recorded, wherever they are found.
    package var ownIdentities: Set<FileIdentity>

    /// Makes rules that take in everything but what is named.
    package init(
        excludes: IgnoreRules = IgnoreRules(), maxFileSize: Int64? = nil,
        oneFileSystem: Bool = false, honourCacheTag: Bool = false,
        ownIdentities: Set<FileIdentity> = []
    ) {
        self.excludes = excludes
        self.maxFileSize = maxFileSize
        self.oneFileSystem = oneFileSystem
        self.honourCacheTag = honourCacheTag
        self.ownIdentities = ownIdentities
    }
}
