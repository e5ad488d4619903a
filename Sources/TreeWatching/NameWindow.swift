/// Names that came since the last sync points, to notice those that went again before any scan saw them.
///
/// Such a name may have been another one of a file in the tree, which was changed under it: no event tells where
/// that file is, so only a walk finds it.
struct NameWindow {
    private struct Place: Hashable {
        var watch: Int32
        var name: [UInt8]
    }

    /// What came between two sync points.
    ///
    /// The scan behind the second one may have missed it, if it went meanwhile.
    private struct Generation {
        var names: Set<Place> = []
        /// The directories in which names came.
        var touched: Set<Int32> = []
        /// Directories that were watched only when names could be in them already.
        var directories: Set<Int32> = []
        /// Whether more names came than these.
        var isUncounted = false

        func holds(_ place: Place) -> Bool {
            isUncounted || names.contains(place) || directories.contains(place.watch)
        }

        func touches(_ watch: Int32) -> Bool {
            isUncounted || touched.contains(watch) || directories.contains(watch)
        }
    }

    private static let renaming: EventMask = [.create, .delete, .movedFrom, .movedTo]
    /// More names than these are not remembered one by one.
    private static let largest = 16_384

    private var current = Generation()
    private var last = Generation()
    /// Renames of such names whose second half has not come.
    private var departures: Set<UInt32> = []
    private var isDoubtful = false

    /// Takes in what happened to a name.
    mutating func take(_ event: WatchEvent) {
        guard !event.mask.isDisjoint(with: Self.renaming) else { return }
        // A storm need not be counted once there is a doubt.
        guard !isDoubtful else { return current.isUncounted = true }
        let place = Place(watch: event.watch, name: event.name)
        let isNew = current.holds(place) || last.holds(place)
        if event.mask.contains(.delete) {
            if isNew { isDoubtful = true }
            forget(place)
        } else if event.mask.contains(.movedFrom) {
            if isNew { departures.insert(event.cookie) }
            forget(place)
        } else if event.mask.contains(.movedTo) {
            departures.remove(event.cookie)
            // What had the name before is gone without an event of its own.
            if isNew { isDoubtful = true }
            insert(place)
        } else if event.mask.contains(.create) {
            insert(place)
        }
    }

    /// Takes in that a directory is watched from now on.
    mutating func begin(_ watch: Int32) {
        current.directories.insert(watch)
    }

    /// Takes in that directories are not watched any more, since they are not in the tree.
    mutating func end(_ watches: [Int32]) {
        guard !isDoubtful else { return }
        isDoubtful = [current, last].contains { generation in
            watches.contains { generation.touches($0) }
        }
    }

    /// Begins anew at a sync point; whether a name came and went.
    mutating func close() -> Bool {
        defer {
            last = current
            current = Generation()
            departures = []
            isDoubtful = false
        }
        return isDoubtful || !departures.isEmpty
    }

    private mutating func insert(_ place: Place) {
        guard current.names.count < Self.largest else { return current.isUncounted = true }
        current.names.insert(place)
        current.touched.insert(place.watch)
    }

    private mutating func forget(_ place: Place) {
        current.names.remove(place)
        last.names.remove(place)
    }
}
