internal import ControlProtocol
internal import SnapshotModel

/// The columns of `list`, from left to right.
enum ListColumn: String, CaseIterable, Sendable {
    case dataset = "DATASET"
    case number = "NO"
    case time = "TIME"
    case age = "AGE"
    case reason = "REASON"
    case layout = "LAYOUT"
    case files = "FILES"
    case size = "SIZE"
    case onDisk = "ON DISK"
    case took = "TOOK"
    case changes = "CHANGES"
    case notes = "NOTES"

    /// The column's place in a table.
    var column: TableColumn {
        TableColumn(
            title: rawValue, isNumber: isNumber, least: self == .size || self == .onDisk ? 8 : 0,
            vanishes: vanishes)
    }

    private var isNumber: Bool {
        switch self {
        case .number, .age, .files, .size, .onDisk: true
        default: false
        }
    }

    /// Numbers and times never vanish; what hardly differs from row to row goes first.
    private var vanishes: Int {
        switch self {
        case .layout, .onDisk, .took: 1
        case .files: 2
        case .size: 3
        case .age: 4
        case .reason: 5
        case .dataset, .number, .time, .changes, .notes: 0
        }
    }

    private static let unknown = WordSentence.unknown()

    /// What the row of a dataset's snapshot has in this column.
    func cell(
        _ row: SnapshotRow, of dataset: String, isLong: Bool, _ context: ReadingContext
    ) -> [StyledText] {
        switch self {
        case .dataset: [StyledText(dataset)]
        case .changes: Words.changes(row)
        case .notes: SnapshotNotes.pieces(row, context)
        default: [StyledText(text(row, isLong: isLong, context))]
        }
    }

    private func text(_ row: SnapshotRow, isLong: Bool, _ context: ReadingContext) -> String {
        switch self {
        case .number: "\(row.number)"
        case .time: isLong ? context.offsetSecond(row.created) : context.minute(row.created)
        case .age: context.age(row.created)
        case .reason: row.reason?.rawValue ?? Self.unknown
        case .layout: row.layout.rawValue
        case .files: row.files.map(String.init) ?? Self.unknown
        case .size: row.bytes.map { context.size($0) } ?? Self.unknown
        case .onDisk: context.size(row.allocated)
        case .took: row.duration.map { context.taken($0) } ?? Self.unknown
        case .dataset, .changes, .notes: ""
        }
    }
}
