package import ControlProtocol
internal import LinuxSystem
package import SnapshotModel
internal import SnapshotStore

extension StoreCommands {
    /// What stands at a path in the directory now, without its content; `nil` if nothing does, or nothing that is saved.
    package typealias LivePath = (BytePath) throws(UserError) -> TreeEntry?
    /// Whether the file at a path of the directory holds the content of a snapshot's entry now; `nil` if nobody can tell.
    package typealias LiveContent = (BytePath, TreeEntry) throws(UserError) -> Bool?

    /// Every version of a path in the kept snapshots, deleted ones and those under former paths too.
    ///
    /// - Parameters:
    ///   - parameters: The path as typed.
    ///   - live: Looks at the directory as it is now; `nil` where it cannot be looked at.
    ///   - holds: Compares a file there with one of a snapshot, where size and time leave open whether they differ.
    /// - Returns: The versions, oldest first.
    /// - Throws: If no snapshot that is kept has the path, and the directory neither; `interrupted`.
    package func versions(
        _ parameters: VersionsParameters, live: LivePath? = nil,
        holds: LiveContent = { _, _ in nil }
    ) throws(UserError) -> VersionsReport {
        let path = try paths.free(BytePath(parameters.path.bytes))
        progress.begin("looking")
        var line = VersionLine(past: store.past, progress: progress)
        try line.follow(path)
        let versions = line.versions.sorted {
            ($0.first.number, $0.path) < ($1.first.number, $1.path)
        }
        var items = versions.map { item($0) }
        // Where the directory cannot be looked at, `live` says so by its absence.
        if let live, let now = try? Optional(live(path)) {
            try compare(&items, versions, with: now, at: path, holds)
        }
        guard !items.isEmpty else { throw neverThere(path) }
        return VersionsReport(
            dataset: dataset, path: path, versions: items, unreadable: line.unreadable.sorted())
    }

    /// Says which of the versions the directory has now, and adds what no snapshot has yet.
    private func compare(
        _ items: inout [VersionItem], _ versions: [PathVersion], with now: TreeEntry?,
        at path: BytePath, _ holds: LiveContent
    ) throws(UserError) {
        let newest = versions.lastIndex { $0.path == path && $0.gone == nil }
        for index in items.indices { items[index].live = false }
        guard let now else { return }
        let saved = newest.map { versions[$0].newest }
        if let newest, let saved, saved.looksLike(now) {
            // Whether what is below a directory is the same would take a scan.
            let isSame: Bool? =
                switch now.kind {
                case .directory: nil
                case .file: try holds(path, saved)
                default: true
                }
            guard isSame == false else {
                items[newest].live = isSame
                return
            }
        }
        items.append(
            VersionItem(
                first: nil, last: nil, event: .unsaved, path: path, type: EntryType(now.kind),
                size: now.size,
                mtime: ReportTime(
                    now.modified,
                    utcOffset: zone.civilTime(at: now.modified.seconds).utcOffset),
                fields: saved.map { $0.kind == now.kind ? MetadataComparison.fields($0, now) : [] }
                    ?? [], live: true))
    }

    private func item(_ version: PathVersion) -> VersionItem {
        let entry = version.entry
        return VersionItem(
            first: version.first.number, last: version.last, event: version.event,
            path: version.path, type: EntryType(entry.kind), size: entry.size,
            mtime: ReportTime(entry.modified, utcOffset: version.first.utcOffset),
            sha256: entry.isCondensed ? nil : entry.content?.hexadecimal, missing: entry.missing,
            fields: version.fields, movedFrom: version.movedFrom, gone: version.gone,
            movedTo: version.movedTo)
    }
}

extension TreeEntry {
    /// Whether a path looks as if it were still what a snapshot has, without reading it.
    fileprivate func looksLike(_ now: TreeEntry) -> Bool {
        guard kind == now.kind else { return false }
        switch kind {
        case .directory: return true
        case .file: return size == now.size && modified == now.modified && mode == now.mode
        case .link: return target == now.target
        default: return mode == now.mode
        }
    }
}
