import Configuration
import LinuxSystem
import SnapshotModel
import SnapshotStore

/// What `snapagent run DIR` tells a person who watches it start: at most ten lines, each with a next step.
struct RunBanner {
    let configuration: DatasetConfiguration
    /// How `snapctl` is to be called to reach this agent: empty if it finds it by itself.
    let socketOption: String

    /// What is known as soon as everything is watched.
    func opening(directories: Int, store: BytePath, free: Int64, isOnSameDisk: Bool) -> [String] {
        var lines = [
            "Watching  \(configuration.path.display) (\"\(configuration.name)\"): "
                + "\(directories) director\(directories == 1 ? "y" : "ies")",
            "Store     \(store.display), \(ByteSize.text(free)) free",
        ]
        if isOnSameDisk {
            lines.append(
                "          ! on the data's own disk: saves from mistakes, not from a dead disk")
        }
        lines.append(
            "Saves     \(DurationText.text(configuration.quiet)) after you stop, at the latest "
                + "\(DurationText.text(configuration.maxWait)) after the first change")
        lines.append("Keeps     \(configuration.retention.summary)")
        return lines
    }

    /// What is known when the first snapshot of this run was taken, or was not needed.
    func closing(_ result: SnapshotResult) -> [String] {
        let record = result.snapshot.record
        let what =
            "\(Counted.text(record.counts.files, "file")), \(ByteSize.text(record.counts.bytes)), "
            + "\(ByteSize.text(result.snapshot.status.allocated)) on disk"
        let snapshot =
            switch result {
            case .created:
                "\(record.number) saved: \(what), \(DurationText.taken(.nanoseconds(record.duration)))"
            case .unchanged: "\(record.number) is as the directory: \(what)"
            }
        return [
            "Snapshot  \(snapshot)",
            "Look      snapctl\(socketOption) list              (in another terminal)",
            "Get back  snapctl\(socketOption) restore latest~1 FILE --in-place",
            "Stop      Ctrl-C; nothing is lost",
        ]
    }
}
