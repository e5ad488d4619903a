internal import ControlProtocol
internal import LinuxSystem
internal import SnapshotModel
internal import SnapshotStore

/// Follows a path through the kept snapshots, and under the paths that it had before it moved.
struct VersionLine {
    let past: any PastTrees
    let progress: JobProgress
    /// The versions so far, in no order.
    private(set) var versions: [PathVersion] = []
    /// Kept snapshots whose trees cannot be read.
    private(set) var unreadable: Set<Int> = []
    private var taken: Set<Start> = []

    private struct Start: Hashable {
        let path: BytePath
        let number: Int
    }

    init(past: any PastTrees, progress: JobProgress) {
        self.past = past
        self.progress = progress
    }

    /// Takes in everything that a path was, and what it was elsewhere before it moved here.
    mutating func follow(_ path: BytePath) throws(UserError) {
        var waiting = [(path: path, end: Int?.none)]
        while let (path, end) = waiting.popLast() {
            try progress.checkCancelled()
            let history = try past.history(of: path)
            unreadable.formUnion(history.unreadable)
            var found = history.versions(of: path)
            if let end { found = Self.line(of: found, until: end) }
            for var version in found {
                guard taken.insert(Start(path: path, number: version.first.number)).inserted
                else { continue }
                if version.event == .added, let before = version.before {
                    version.movedFrom = try counterpart(
                        of: path, in: version.first.number, from: before)
                }
                if let gone = version.gone, end == nil {
                    version.movedTo = try counterpart(of: path, in: version.last, from: gone)
                }
                if let source = version.movedFrom, let before = version.before {
                    version.event = .moved
                    waiting.append((source, before))
                }
                versions.append(version)
            }
        }
    }

    /// The versions that led to the one in a given snapshot, which was the path's last before it moved away.
    private static func line(of versions: [PathVersion], until end: Int) -> [PathVersion] {
        var line = [PathVersion]()
        for version in versions.prefix(while: { $0.first.number <= end }).reversed() {
            guard line.last.map({ $0.before == version.last }) ?? (version.last == end) else {
                break
            }
            var version = version
            // Where it went is what was asked for.
            version.gone = nil
            line.append(version)
            if version.event == .added { break }
        }
        return line
    }

    private func counterpart(
        of path: BytePath, in here: Int, from there: Int
    ) throws(UserError) -> BytePath? {
        do throws(UserError) {
            return try MoveSearch(past: past, progress: progress)
                .counterpart(of: path, in: here, from: there)
        } catch {
            // A tree that cannot be read hides a move, but not the version itself.
            guard error.code == .damaged else { throw error }
            return nil
        }
    }
}
