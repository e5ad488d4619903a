internal import ControlProtocol
internal import SnapshotModel
internal import SnapshotStore

/// What a path stood for in some snapshots in a row, with how that began and ended.
struct PathVersion {
    /// Where it was, which may be another path than the one that was asked for.
    let path: BytePath
    /// The first snapshot that has it.
    var first: KeptSnapshot
    /// The number of the last one.
    var last: Int
    /// The place of the last one among the known ones.
    var lastPlace: Int
    /// What the path stood for when it came.
    let entry: TreeEntry
    /// The same in the last snapshot: times may differ.
    var newest: TreeEntry
    /// How it began.
    var event: VersionEvent
    /// The metadata that became others, if these alone did.
    var fields: [FieldChange] = []
    /// Where it came from, if it moved.
    var movedFrom: BytePath?
    /// The number of the first snapshot that has no such path any more.
    var gone: Int?
    /// Where it went, if it moved.
    var movedTo: BytePath?
    /// The number of the snapshot before the first one, `nil` for the oldest.
    var before: Int?
}

extension PathHistory {
    /// The versions of a path; whether one that came or went moved is left open.
    ///
    /// Times alone make no version, as they make no difference to `diff`.
    func versions(of path: BytePath) -> [PathVersion] {
        var versions = [PathVersion]()
        for state in states {
            let (lower, upper) = (state.places.lowerBound, state.places.upperBound)
            var version = PathVersion(
                path: path, first: known[lower], last: known[upper].number, lastPlace: upper,
                entry: state.entry, newest: state.entry, event: .added,
                before: lower > 0 ? known[lower - 1].number : nil)
            if let last = versions.last, last.lastPlace == lower - 1 {
                let old = last.newest
                let fields = MetadataComparison.fields(old, state.entry)
                if old.kind != state.entry.kind {
                    version.event = .type
                } else if old.differs(from: state.entry) || old.size != state.entry.size {
                    version.event = .changed
                } else if !fields.isEmpty {
                    version.event = .metadata
                    version.fields = fields
                } else {
                    versions[versions.count - 1].last = version.last
                    versions[versions.count - 1].lastPlace = upper
                    versions[versions.count - 1].newest = state.entry
                    continue
                }
            } else if lower == 0, known[0].hasParent {
                version.event = .present
            }
            versions.append(version)
        }
        for index in versions.indices {
            let next = versions[index].lastPlace + 1
            let follower = index + 1 < versions.count ? versions[index + 1].first.number : nil
            if next < known.count, known[next].number != follower {
                versions[index].gone = known[next].number
            }
        }
        return versions
    }
}
