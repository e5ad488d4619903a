internal import FoundationEssentials
package import SnapshotModel

/// The text of `.snapagent/snapshot.json`: the same record always gives the same bytes.
package enum SnapshotRecordJSON {
    /// The newest version of the store format that this program reads.
    package static let newestFormat = 1

    /// The record as JSON, keys sorted, ending in a newline.
    package static func encode(_ record: SnapshotRecord) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return Array(try encoder.encode(RecordShape(record))) + [UInt8(ascii: "\n")]
    }

    /// Reads a record; unknown keys are passed over, a newer format is refused.
    package static func decode(_ text: [UInt8]) throws(UserError) -> SnapshotRecord {
        let decoder = JSONDecoder()
        let data = Data(text)
        do {
            let version = try decoder.decode(FormatShape.self, from: data).format
            guard version <= newestFormat else { throw newer(version) }
            return try decoder.decode(RecordShape.self, from: data).record()
        } catch let error as UserError {
            throw error
        } catch {
            throw damaged("\(error)")
        }
    }

    static func damaged(_ why: String?) -> UserError {
        UserError(
            .damaged, "snapshot.json cannot be read", why: why, remedy: "snapctl verify")
    }

    static func newer(_ version: Int) -> UserError {
        UserError(
            .storeNewer,
            "the store has format \(version), this program reads up to \(newestFormat)",
            remedy: "update the package; unzip opens every zip")
    }
}

/// What every version of the record has.
private struct FormatShape: Decodable {
    let format: Int
}
