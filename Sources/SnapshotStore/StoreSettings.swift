package import LinuxSystem
package import SnapshotModel

/// What the owner of a store wants of it.
package struct StoreSettings: Sendable {
    /// The dataset's name, which starts the names of its zips.
    package var dataset: String
    /// The absolute path of the directory that is saved.
    package var root: BytePath
    /// What the directory was when it was opened.
    package var rootIdentity: FileIdentity
    /// How long a pruned snapshot can still be taken back.
    package var grace: Duration = .seconds(86_400)
    /// How long after its opening a store removes nothing for good.
    package var quietStart: Duration = .seconds(3_600)
    /// Bytes that are given up when the disk is full, so that work can go on.
    package var reserveSize = 1 << 20
    /// Whether to start over where a store was seen before and is gone.
    package var startsNewStore = false
    /// Whether to take the store from another machine.
    package var takesOver = false
    /// Where the catalog and the memory of seen stores are.
    package var places = StorePlaces.standard()
    /// The clocks.
    package var clock: any StoreClock = SystemClock()
    /// What tells this machine from others: see machine-id(5).
    package var machine: String = SystemIdentity.machineID() ?? ""

    /// Makes the usual settings for a dataset.
    package init(dataset: String, root: BytePath, rootIdentity: FileIdentity) {
        self.dataset = dataset
        self.root = root
        self.rootIdentity = rootIdentity
    }
}
