internal import LinuxSystem
package import SnapshotModel

extension RestorePlan {
    /// The names whose content, or what else is known of them, the restore takes away.
    package var endangered: [BytePath] {
        items.filter { $0.action != .create && $0.action != .same }.map(\.path)
            + deletions.map(\.path)
    }

    /// The files whose content is gone after the restore unless a snapshot has it.
    package var lostFiles: [BytePath] {
        found.filter { $0.value.isLost && $0.value.kind == .file }.map(\.key)
    }

    /// Leaves alone what would be replaced or removed although no snapshot has it as it was found.
    ///
    /// - Parameter safety: A snapshot of the target, taken after the plan was made.
    /// - Throws: If the safety snapshot itself cannot be read.
    package mutating func spareUnsaved(in safety: any SnapshotContents) throws {
        let unsaved = try Unsaved(
            among: items.filter { $0.action == .overwrite }.map(\.path)
                + deletions.map(\.path), of: self, in: safety)
        guard !unsaved.reasons.isEmpty else { return }
        spareDirectories(unsaved)
        spareItems(unsaved)
        spareDeletions(unsaved.keeps)
        newer.removeAll { unsaved.reasons[$0.path] != nil || unsaved.holders.contains($0.path) }
        for (path, reason) in unsaved.reasons.sorted(by: { $0.key < $1.key }) {
            problems.append(RestoreFailure(path: path, code: .inTheWay, message: reason))
        }
        planLinks()
    }

    /// Drops what was to take the place of a directory that has to stay, and lets all stay that it holds.
    private mutating func spareDirectories(_ unsaved: Unsaved) {
        let kept = Set(
            items.filter { $0.existing == .directory && unsaved.holders.contains($0.path) }
                .filter { $0.action == .overwrite && $0.entry.kind != .directory }.map(\.path))
        guard !kept.isEmpty else { return }
        let newer = Set(newer.map(\.path))
        let blocked = items.filter { kept.contains($0.path) }
        items.removeAll { kept.contains($0.path) }
        for item in blocked { uncount(item, isNewer: newer.contains(item.path)) }
        spareDeletions { $0.hasAncestor(in: kept) }
        for path in kept.sorted() {
            problems.append(
                RestoreFailure(
                    path: path, code: .inTheWay,
                    message: "a directory with files that no snapshot has is there"))
        }
    }

    /// Drops what is not saved, and what was to come into a directory in its place.
    private mutating func spareItems(_ unsaved: Unsaved) {
        let newer = Set(newer.map(\.path))
        var dropped: Set<BytePath> = []
        var left: [RestoreItem] = []
        for item in items {
            let isBelow = item.path.parent.map { dropped.contains($0) } ?? false
            guard isBelow || (item.action == .overwrite && unsaved.reasons[item.path] != nil)
            else {
                left.append(item)
                continue
            }
            if item.entry.kind == .directory { dropped.insert(item.path) }
            uncount(item, isNewer: newer.contains(item.path))
        }
        items = left
    }

    private mutating func spareDeletions(_ isSpared: (BytePath) -> Bool) {
        let spared = deletions.filter { isSpared($0.path) }
        guard !spared.isEmpty else { return }
        let paths = Set(spared.map(\.path))
        deletions.removeAll { paths.contains($0.path) }
        for deletion in spared {
            found[deletion.path] = nil
            if deletion.kind != .directory { counts.delete.remove(deletion.size) }
        }
    }

    private mutating func uncount(_ item: RestoreItem, isNewer: Bool) {
        found[item.path] = nil
        needs = max(0, needs - item.entry.allocation)
        switch item.action {
        case .create:
            if item.entry.kind != .directory { counts.create.remove(item.entry.size) }
        case .overwrite where isNewer: counts.overwriteNewer.remove(item.entry.size)
        case .overwrite: counts.overwrite.remove(item.entry.size)
        case .adjust, .same: break
        }
    }
}

extension BytePath {
    /// Whether one of some paths is above this one.
    func hasAncestor(in paths: Set<BytePath>) -> Bool {
        var path = self
        while let parent = path.parent {
            if paths.contains(parent) { return true }
            path = parent
        }
        return false
    }
}
