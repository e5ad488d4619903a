import ControlProtocol
import SnapshotModel

/// What an agent says of a dataset when it has stopped: whether all of it is saved.
struct LastWords {
    /// The line without the dataset's name.
    let text: String

    init(_ status: DatasetStatus, hasEnded: Bool) {
        guard let last = status.lastSnapshot else {
            text = "nothing is saved yet; the next start begins again"
            return
        }
        let snapshot = "last snapshot \(last.number)"
        let isShort = status.state == .paused || status.state == .full
        let count = status.unsaved.count
        if !hasEnded {
            text = "what was under way did not end; \(snapshot), the next start looks at everything"
        } else if isShort || status.lastFullWalk == nil {
            // How much waits is not known, or is counted in directories.
            text = "saved up to snapshot \(last.number); the next start looks at everything"
        } else if count > 0 {
            let (verb, object) = count == 1 ? ("is", "it") : ("are", "them")
            text =
                "\(Counted.text(count, "change")) \(verb) not saved, the next start finds "
                + "\(object); \(snapshot)"
        } else if !status.uncovered.isEmpty || last.missing > 0 {
            text = "saved, with gaps; \(snapshot)"
        } else {
            text = "everything is saved; \(snapshot)"
        }
    }
}
