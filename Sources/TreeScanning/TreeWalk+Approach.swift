internal import LinuxSystem
internal import SnapshotModel

extension TreeWalk {
    /// How to find out what a directory holds.
    enum Approach {
        /// The known tree says it.
        case known
        /// By listing it.
        case listing
        /// By looking at these names alone, which are sorted: the others are as the known tree has them.
        case names([[UInt8]])
    }

    /// How to look into a directory, and what is known of what it holds: for a scan of changes only of the names that
    /// matter.
    func approach(
        to path: BytePath, isWhole: Bool
    ) throws -> (approach: Approach, known: KnownDirectory) {
        guard let largeDirectory, !isWhole, dirty.selection(in: path) != .everything else {
            let directory = try KnownDirectory(path, in: known)
            let isListed = isWhole || mustList(path, known: directory)
            return (isListed ? .listing : .known, directory)
        }
        var wanted = dirty.names(leadingOnFrom: path)
        if case .names(let names)? = dirty.selection(in: path) { wanted.formUnion(names) }
        // They decide what is hidden.
        wanted.formUnion([IgnoreRules.fileName, CacheTag.name])
        let names = wanted.sorted { $0.lexicographicallyPrecedes($1) }
        let directory = KnownDirectory(try known.entries(of: path, named: names))
        guard mustList(path, known: directory) else { return (.known, directory) }
        if try known.isLarger(path, than: largeDirectory) { return (.names(names), directory) }
        return (.listing, try KnownDirectory(path, in: known))
    }

    /// Whether a directory must be listed although everything above it was not.
    ///
    /// What the scope names but the known tree lacks is new, so the directory that holds it is listed even
    /// if no event told of it.
    private func mustList(_ path: BytePath, known directory: KnownDirectory) -> Bool {
        if dirty.contains(path) { return true }
        return dirty.names(leadingOnFrom: path).contains { name in
            directory.entry(named: name)?.entry.kind != .directory
        }
    }

    /// Looks into an open directory as far as the approach says, and goes on with what it holds.
    mutating func look(
        into directory: borrowing FileDescriptor, _ name: FoundName, at path: BytePath,
        in place: Place, _ approach: Approach, known: KnownDirectory
    ) throws {
        if case .names(let names) = approach,
            let listing = try look(
                at: names, in: directory, path: path, known: known, ignores: place.ignores)
        {
            found.looked.formUnion(names.map { path.appending($0) })
            return open(name, at: path, in: place, listing: listing, known: known)
        }
        var all = known
        if case .names = approach { all = try KnownDirectory(path, in: self.known) }
        let listing = try list(
            directory, path: path, known: all, ignores: place.ignores, isWhole: place.isWhole)
        if isSparse { found.listed.insert(path) }
        open(name, at: path, in: place, listing: listing, known: all)
    }
}
