package import ControlProtocol
package import SnapshotModel
internal import LinuxSystem
internal import SnapshotStore

extension StoreCommands {
    /// The entries of a directory of a snapshot, or the one entry of another path.
    package func ls(_ parameters: LsParameters) throws(UserError) -> LsReport {
        let located = try locate(parameters.operand.bytes, command: "ls")
        let entry = try entry(at: located)
        let record = located.view.record
        let lost = Set(located.view.snapshot.lost.map(\.object))
        var entries: [EntryReport] = []
        if entry.kind != .directory {
            entries = [report(entry, at: located.path, record, lost)]
        } else if parameters.recursive {
            try explaining {
                try located.view.walk(from: located.path) { path, entry in
                    try progress.checkCancelled()
                    if path != located.path {
                        entries.append(report(entry, at: path, record, lost))
                    }
                }
            }
        } else {
            entries = try located.view.directory(at: located.path).map { entry in
                report(entry, at: located.path.appending(entry.name), record, lost)
            }
        }
        return LsReport(
            dataset: dataset, snapshot: located.number, path: located.path, entries: entries)
    }

    private func report(
        _ entry: TreeEntry, at path: BytePath, _ record: SnapshotRecord, _ lost: Set<Digest>
    ) -> EntryReport {
        let isLost = [entry.content, entry.tree].compactMap(\.self).contains(where: lost.contains)
        return EntryReport(
            path: path, type: EntryType(entry.kind), mode: Self.octal(entry.mode), uid: entry.uid,
            gid: entry.gid, user: record.users[entry.uid], group: record.groups[entry.gid],
            size: entry.size, mtime: ReportTime(entry.modified, utcOffset: record.utcOffset),
            sha256: entry.isCondensed ? nil : entry.content?.hexadecimal,
            target: entry.kind == .link ? entry.target : nil,
            missing: isLost ? .damaged : entry.missing)
    }

    /// Permission bits as four octal digits.
    static func octal(_ mode: UInt32) -> String {
        let digits = String(mode, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }
}
