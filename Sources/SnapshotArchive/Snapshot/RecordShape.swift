internal import FoundationEssentials
internal import LinuxSystem
internal import SnapshotModel

/// The record as JSON has it: names in snake case, bytes that are not UTF-8 in base64.
struct RecordShape: Codable {
    private var format: Int
    private var id: String
    private var number: Int
    private var store: String
    private var dataset: String
    private var host: String
    private var root: PathShape
    private var created: TimeShape
    private var utcOffset: Int
    private var rootEntry: RootShape
    private var parent: Int?
    private var reason: SnapshotReason
    private var layout: SnapshotLayout
    private var counts: SnapshotCounts
    private var durationNanoseconds: Int64
    private var missing: [MissingShape]
    private var excludes: [String]
    private var users: [String: String]
    private var groups: [String: String]

    private enum CodingKeys: String, CodingKey {
        case format, id, number, store, dataset, host, root, created, parent, reason, layout
        case counts, missing, excludes, users, groups
        case utcOffset = "utc_offset"
        case rootEntry = "root_entry"
        case durationNanoseconds = "duration_ns"
    }

    init(_ record: SnapshotRecord) {
        format = record.format
        id = record.id
        number = record.number
        store = record.store
        dataset = record.dataset
        host = record.host
        root = PathShape(record.root)
        created = TimeShape(record.created)
        utcOffset = record.utcOffset
        rootEntry = RootShape(record.rootEntry)
        parent = record.parent
        reason = record.reason
        layout = record.layout
        counts = record.counts
        durationNanoseconds = record.duration
        missing = record.missing.map(MissingShape.init)
        excludes = record.excludes
        users = Self.shape(record.users)
        groups = Self.shape(record.groups)
    }

    /// The record, if every value is in its range.
    func record() throws -> SnapshotRecord {
        var record = SnapshotRecord()
        record.format = format
        record.id = id
        record.number = number
        record.store = store
        record.dataset = dataset
        record.host = host
        record.root = try root.decoded()
        record.created = try created.time()
        record.utcOffset = utcOffset
        record.rootEntry = try rootEntry.entry()
        record.parent = parent
        record.reason = reason
        record.layout = layout
        record.counts = counts
        record.duration = durationNanoseconds
        record.missing = try missing.map { try $0.item() }
        record.excludes = excludes
        record.users = Self.names(users)
        record.groups = Self.names(groups)
        return record
    }

    private static func shape(_ names: [UInt32: String]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: names.map { (String($0.key), $0.value) })
    }

    private static func names(_ shape: [String: String]) -> [UInt32: String] {
        Dictionary(
            shape.compactMap { key, name in UInt32(key).map { ($0, name) } },
            uniquingKeysWith: { first, _ in first })
    }
}

/// A path that is missing and why.
private struct MissingShape: Codable {
    private var path: PathShape
    private var reason: MissingReason
    private var detail: String

    init(_ item: MissingItem) {
        path = PathShape(item.path)
        reason = item.reason
        detail = item.detail
    }

    func item() throws -> MissingItem {
        MissingItem(path: try path.decoded(), reason: reason, detail: detail)
    }

    private enum CodingKeys: String, CodingKey {
        case reason, detail
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        reason = try container.decode(MissingReason.self, forKey: .reason)
        detail = try container.decode(String.self, forKey: .detail)
        path = try PathShape(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(reason, forKey: .reason)
        try container.encode(detail, forKey: .detail)
        try path.encode(to: encoder)
    }
}
