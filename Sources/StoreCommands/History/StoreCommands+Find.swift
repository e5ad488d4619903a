package import ControlProtocol
internal import LinuxSystem
package import SnapshotModel
internal import SnapshotStore

extension StoreCommands {
    /// The paths that match a pattern in any kept snapshot.
    ///
    /// - Parameters:
    ///   - parameters: The pattern as typed, and what else the paths must be.
    ///   - live: Looks at the directory as it is now; `nil` where it cannot be looked at.
    /// - Returns: The paths, at least one.
    /// - Throws: If nothing matches.
    package func find(
        _ parameters: FindParameters, live: LivePath? = nil
    ) throws(UserError) -> FindReport {
        let pattern = parameters.pattern.bytes
        progress.begin("looking")
        guard let glob = PathGlob(pattern) else { throw noMatch(pattern) }
        let found = try store.past.find(
            WantedPaths(
                glob: glob, isDeleted: parameters.deleted, larger: parameters.larger), progress)
        var matches: [FindMatch] = []
        for path in found.paths {
            try progress.checkCancelled()
            let last = found.known[path.last]
            matches.append(
                FindMatch(
                    path: path.path, type: EntryType(path.entry.kind),
                    first: found.known[path.first].number, last: last.number,
                    lastSeen: ReportTime(
                        seconds: last.created.seconds, utcOffset: last.utcOffset),
                    live: live.flatMap { isLive(path.path, $0) },
                    size: path.entry.size))
        }
        guard !matches.isEmpty else { throw noMatch(pattern) }
        return FindReport(
            dataset: dataset, pattern: pattern, matches: matches, unreadable: found.unreadable)
    }

    private func isLive(_ path: BytePath, _ look: LivePath) -> Bool? {
        do throws(UserError) {
            return try look(path) != nil
        } catch {
            // What cannot be looked at is left open.
            return nil
        }
    }

    private func noMatch(_ pattern: [UInt8]) -> UserError {
        let shown = displayName(pattern)
        return UserError(
            .noMatch, "nothing matches \(shown)", remedy: "snapctl help find", subject: shown)
    }
}
