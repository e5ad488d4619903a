import ControlProtocol
import SnapshotModel

/// Files whose content the newest snapshot lacks because they could not be read, in words.
struct UnreadableFiles {
    /// The alarm's word.
    static let code = AlarmCode.unread
    /// Which, why, and what the snapshot has of them.
    let message: String
    /// What to do about it.
    let remedy: String

    /// Makes it of a snapshot's record, `nil` if all could be read.
    init?(_ record: SnapshotRecord) {
        let files = record.missing.filter { $0.reason == .unreadable && !$0.isDisplaced }
        guard let first = files.first else { return nil }
        let named = files.prefix(2).map(\.path.display).joined(separator: ", ")
        let more = files.count > 2 ? " and \(files.count - 2) more" : ""
        message =
            "\(named)\(more) cannot be read (\(first.detail)): "
            + "\(record.number) has \(files.count == 1 ? "its name" : "their names") only"
        remedy =
            "let the agent's user read \(first.path.display), or: exclude = "
            + "[\"\(first.path.display)\"]"
    }
}

extension EngineWorker {
    /// Makes it an alarm that files cannot be read, as long as the newest snapshot lacks some.
    func tellUnreadable(_ record: SnapshotRecord) {
        guard let files = UnreadableFiles(record) else {
            return engine.clearAlarm(UnreadableFiles.code)
        }
        engine.raise(UnreadableFiles.code, files.message, remedy: files.remedy)
    }
}
