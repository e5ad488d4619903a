/// Where restored files go.
package enum RestoreDestination: Codable, Sendable, Hashable {
    /// Where they came from.
    case inPlace
    /// Below a directory, given by its absolute path.
    case directory(WireBytes)

    private enum CodingKeys: String, CodingKey {
        case directory
    }

    /// Reads `"in-place"` or an object with the directory.
    package init(from decoder: any Decoder) throws {
        if let word = try? decoder.singleValueContainer().decode(String.self) {
            guard word == "in-place" else {
                throw DecodingError.dataCorrupted(
                    .init(
                        codingPath: decoder.codingPath,
                        debugDescription: "\(word) is no destination"))
            }
            self = .inPlace
        } else {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self = .directory(try container.decode(WireBytes.self, forKey: .directory))
        }
    }

    /// Writes `"in-place"` or an object with the directory.
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .inPlace:
            var container = encoder.singleValueContainer()
            try container.encode("in-place")
        case .directory(let path):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(path, forKey: .directory)
        }
    }
}

/// What `restore` is asked for.
package struct RestoreParameters: Codable, Sendable, Hashable {
    /// Which dataset, and how the caller reads paths and times.
    package var scope: CallScope
    /// `[REF[:PATH]] [PATH...]` as typed.
    package var operands: [WireBytes]
    /// Where the files go.
    package var destination: RestoreDestination
    /// Whether files that the snapshot lacks are removed.
    package var delete: Bool
    /// Whether files changed after the snapshot are left alone.
    package var keepNewer: Bool
    /// Whether only a preview is wanted.
    package var dryRun: Bool

    private enum CodingKeys: String, CodingKey {
        case scope, operands, destination, delete
        case keepNewer = "keep_newer"
        case dryRun = "dry_run"
    }

    /// Makes the value from its parts.
    package init(
        scope: CallScope, operands: [WireBytes], destination: RestoreDestination,
        delete: Bool = false, keepNewer: Bool = false, dryRun: Bool = false
    ) {
        self.scope = scope
        self.operands = operands
        self.destination = destination
        self.delete = delete
        self.keepNewer = keepNewer
        self.dryRun = dryRun
    }
}
