internal import LinuxSystem
package import SnapshotModel

/// Where a store's owner keeps what belongs outside of the store: the catalog, and which store was seen where.
package struct StorePlaces: Sendable, Hashable {
    /// Holds a directory for each store with its catalog, which can be built anew.
    package var cache: BytePath
    /// Holds a file for each store that was seen.
    package var state: BytePath

    /// Makes places from two directories, which need not exist yet.
    package init(cache: BytePath, state: BytePath) {
        self.cache = cache
        self.state = state
    }

    /// The places of the user who runs this: below XDG's directories, or below /var for root.
    package static func standard() -> StorePlaces {
        StorePlaces(
            cache: place("XDG_CACHE_HOME", inHome: ".cache", system: "/var/cache"),
            state: place("XDG_STATE_HOME", inHome: ".local/state", system: "/var/lib"))
    }

    private static func place(_ variable: String, inHome: String, system: String) -> BytePath {
        let own = Array("snapagent".utf8)
        if let set = ProcessEnvironment.value(variable), set.hasPrefix("/") {
            return BytePath(set).appending(own)
        }
        guard SystemIdentity.effectiveUserID != 0, let home = ProcessEnvironment.value("HOME"),
            home.hasPrefix("/")
        else { return BytePath(system).appending(own) }
        return BytePath(home).appending(BytePath(inHome)).appending(own)
    }
}
