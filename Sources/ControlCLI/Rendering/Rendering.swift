internal import ControlProtocol
internal import SnapshotModel

/// What a report looks like as text: the answer, and what is only said to the person.
struct Rendering: Sendable, Hashable {
    /// What goes to standard output.
    var answer: [OutputLine] = []
    /// What goes to standard error.
    var conversation: [OutputLine] = []
}

/// Numbers with their nouns, and the marks of changes.
enum Words {
    /// `1 file`, `3 files`.
    static func files(_ count: Int) -> String { WordSentence.files.counted(count, .oneFile) }

    /// `1 directory`, `3 directories`.
    static func directories(_ count: Int) -> String {
        WordSentence.directories.counted(count, .oneDirectory)
    }

    /// `1 snapshot`, `3 snapshots`.
    static func snapshots(_ count: Int) -> String {
        WordSentence.snapshots.counted(count, .oneSnapshot)
    }

    /// `1 zip`, `3 zips`.
    static func zips(_ count: Int) -> String { WordSentence.zips.counted(count, .oneZip) }

    /// `1 tree`, `3 trees`.
    static func trees(_ count: Int) -> String { WordSentence.trees.counted(count, .oneTree) }

    /// `1 object`, `3 objects`.
    static func objects(_ count: Int) -> String {
        WordSentence.objects.counted(count, .oneObject)
    }

    /// `1 change waits`, `3 changes wait`.
    static func waiting(_ count: Int) -> String {
        WordSentence.changesWait.counted(count, .oneChangeWaits)
    }

    /// `1 keeps`, `40 keep`.
    static func keep(_ count: Int) -> String { WordSentence.keep.counted(count, .oneKeeps) }

    /// `+1 ~2 -3 >4 =5`, zeros left out; `none` for none at all, `-` if nobody knows.
    static func changes(_ row: SnapshotRow) -> [StyledText] {
        if row.isUnreadable { return [StyledText(WordSentence.unknown())] }
        let marks: [(String, Int?, TextStyle)] = [
            ("+", row.added, .added), ("~", row.changed, .changed),
            ("-", row.removed, .removed), (">", row.moved, .moved), ("=", row.metadata, .plain),
        ]
        let pieces = marks.compactMap { mark, count, style in
            count.flatMap { $0 > 0 ? StyledText("\(mark)\($0)", style) : nil }
        }
        guard !pieces.isEmpty else { return [StyledText(WordSentence.none())] }
        return Array(pieces.map { [$0] }.joined(separator: [StyledText(" ")]))
    }

    /// The marks as text.
    static func changesText(_ item: SnapshotItem) -> String {
        changes(SnapshotRow(item)).map(\.text).joined()
    }
}
