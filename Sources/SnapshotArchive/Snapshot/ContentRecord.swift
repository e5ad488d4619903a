internal import FoundationEssentials
package import LinuxSystem
package import SnapshotModel

/// The content of `.snapagent/content.json`: whose objects a content zip holds.
///
/// A content zip is no snapshot: it holds objects that snapshots of the store need.
package struct ContentRecord: Sendable, Hashable, Codable {
    /// The version of the store format that the zip follows.
    package var format = SnapshotRecordJSON.newestFormat
    /// The UUID of the store it was made for.
    package var store: String
    /// The dataset's name.
    package var dataset: String
    /// When it was made, in seconds since 1970.
    package var created: Int64
    /// Whether its contents are packed as small as they get.
    package var isPacked: Bool?
    /// That root as 64 hexadecimal digits.
    private var trees: String?

    /// The root of the trees of which the zip is a copy, if that is what it is for.
    package var treeRoot: Digest? {
        get { trees.flatMap { Digest(hexadecimal: Array($0.utf8)) } }
        set { trees = newValue?.hexadecimal }
    }

    private enum CodingKeys: String, CodingKey {
        case format, store, dataset, created, trees
        case isPacked = "packed"
    }

    /// Makes a record of the current format.
    package init(store: String, dataset: String, created: Int64) {
        self.store = store
        self.dataset = dataset
        self.created = created
    }

    /// Reads the record of a content zip, whose `path` is what messages call it.
    package static func read(
        _ descriptor: consuming FileDescriptor, path: BytePath
    ) throws(UserError) -> ContentRecord {
        let zip: ZipFile
        do throws(SystemError) {
            zip = try ZipFile(descriptor, path: path)
        } catch {
            throw error.asUserError()
        }
        return try ContentRecord(
            json: zip.wholeEntry(named: OwnName.contentRecord, limit: 1 << 20))
    }

    /// The record as JSON, keys sorted, ending in a newline.
    package func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
    }

    /// Reads a record; unknown keys are passed over, a newer format is refused.
    package init(json text: [UInt8]) throws(UserError) {
        do {
            self = try JSONDecoder().decode(ContentRecord.self, from: Data(text))
        } catch {
            throw UserError(
                .damaged, "content.json cannot be read", why: "\(error)",
                remedy: "snapctl verify")
        }
        guard format <= SnapshotRecordJSON.newestFormat else {
            throw SnapshotRecordJSON.newer(format)
        }
    }
}
