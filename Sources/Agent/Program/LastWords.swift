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
        if !hasEnded {
            text = "what was under way did not end; \(snapshot), the next start looks at everything"
        } else if status.unsaved.count > 0 {
            let changes = Counted.text(status.unsaved.count, "change")
            let (verb, object) = status.unsaved.count == 1 ? ("is", "it") : ("are", "them")
            text = "\(changes) \(verb) not saved, the next start finds \(object); \(snapshot)"
        } else if isShort || status.lastFullWalk == nil {
            text = "saved up to snapshot \(last.number); the next start looks at everything"
        } else if !status.uncovered.isEmpty || last.missing > 0 {
            text = "saved, with gaps; \(snapshot)"
        } else {
            text = "everything is saved; \(snapshot)"
        }
    }
}
