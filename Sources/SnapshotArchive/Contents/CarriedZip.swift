package import SnapshotModel

/// What a zip says of itself that holds objects of others.
package struct CarriedZip: Sendable {
    let readme: String
    let recordName: [UInt8]
    let record: [UInt8]
    let comment: String
    let created: Int64

    /// A content zip: no snapshot, but what snapshots need.
    package init(_ record: ContentRecord) throws {
        readme = Self.contentReadme
        recordName = OwnName.contentRecord
        self.record = try record.json()
        comment = "Contents that snapshots of this store need, each under the SHA-256 of its bytes."
        created = record.created
    }

    /// An incremental snapshot of which some contents lie in another zip from now on.
    package init(_ record: SnapshotRecord) throws {
        readme = Readme.text
        recordName = OwnName.record
        self.record = try SnapshotRecordJSON.encode(record)
        comment = ZipEnding.partComment
        created = record.created.seconds
    }

    private static let contentReadme = """
        This zip is a part of a store of snapshots, made by snapagent: contents of files that
        incremental snapshots (.part.zip) of the store refer to, each named by the SHA-256 of its
        bytes. It is no snapshot itself.

        With snapctl at hand: snapctl --store DIRECTORY restore latest --to NEW-DIRECTORY

        """
}
