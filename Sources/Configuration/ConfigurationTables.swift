/// The keys of a configuration file, and what they are read as before their values are understood.
struct ConfigurationTables: Decodable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case dataset, control
    }

    var dataset: [DatasetTable]?
    var control: ControlTable?

    /// Where a table's keys are listed: its JSON pointer with `*` for an index.
    static let keys: [String: [String]] = [
        "": CodingKeys.allCases.map(\.rawValue),
        "/dataset/*": DatasetTable.CodingKeys.allCases.map(\.rawValue),
        "/dataset/*/retention": RetentionTable.CodingKeys.allCases.map(\.rawValue),
        "/control": ControlTable.CodingKeys.allCases.map(\.rawValue),
    ]
}

struct ControlTable: Decodable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case socket, group
    }

    var socket: String?
    var group: String?
}

struct DatasetTable: Decodable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case name, path, store, quiet
        case deleteQuiet = "delete_quiet"
        case maxWait = "max_wait"
        case minInterval = "min_interval"
        case maxLoss = "max_loss"
        case verifyInterval = "verify_interval"
        case verifySample = "verify_sample"
        case scanInterval = "scan_interval"
        case exclude
        case maxFileSize = "max_file_size"
        case oneFileSystem = "one_file_system"
        case cachedirTag = "cachedir_tag"
        case retention, grace, brake, layout, recompress
        case onAlarm = "on_alarm"
    }

    var name: String?
    var path: String?
    var store: String?
    var quiet: String?
    var deleteQuiet: String?
    var maxWait: String?
    var minInterval: String?
    var maxLoss: String?
    var verifyInterval: String?
    var verifySample: Double?
    var scanInterval: String?
    var exclude: [String]?
    var maxFileSize: String?
    var oneFileSystem: Bool?
    var cachedirTag: Bool?
    var retention: RetentionTable?
    var grace: String?
    var brake: WholeNumber?
    var layout: String?
    var recompress: Bool?
    var onAlarm: CommandText?
}

struct RetentionTable: Decodable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case last, hourly, daily, weekly, monthly, yearly, within
    }

    var last: WholeNumber?
    var hourly: WholeNumber?
    var daily: WholeNumber?
    var weekly: WholeNumber?
    var monthly: WholeNumber?
    var yearly: WholeNumber?
    var within: String?
}

/// A number without a fraction; the decoder itself would not say where one has any.
struct WholeNumber: Decodable {
    let value: Int

    init(from decoder: any Decoder) throws {
        do {
            value = try decoder.singleValueContainer().decode(Int.self)
        } catch {
            throw DecodingError.typeMismatch(
                Int.self,
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "not a whole number",
                    underlyingError: error))
        }
    }
}

/// A command: the words of a program, or one text that a shell reads.
struct CommandText: Decodable {
    let words: [String]

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            words = text.isEmpty ? [] : ["/bin/sh", "-c", text]
        } else {
            words = try container.decode([String].self)
        }
    }
}
