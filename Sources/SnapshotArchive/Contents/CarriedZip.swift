package import SnapshotModel

/// What a zip says of itself that is not what a snapshot's writer makes at once.
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
        comment = Self.contentComment
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

    /// A content zip that holds a part of a snapshot, the files under their own paths.
    package init(partOf number: Int, _ record: ContentRecord) throws {
        readme = Self.partReadme
        recordName = OwnName.contentRecord
        self.record = try record.json()
        comment = Self.draftComment.0 + "\(number)" + Self.draftComment.1
        created = record.created
    }

    private static let partReadme = """
        This zip is a part of a store of snapshots, made by snapagent: files of a snapshot that
        was too large for one zip, under their own paths. The zip with .snapagent/snapshot.json
        is the snapshot itself; .snapagent/trees there and here have every name.

        With snapctl at hand: snapctl --store DIRECTORY restore latest --to NEW-DIRECTORY

        """
    /// What tools show of a part of a snapshot, before and after its number.
    static let draftComment = ("A part of snapshot ", ", which was too large for one zip.")
    /// What tools show of a content zip.
    static let contentComment =
        "Contents that snapshots of this store need, each under the SHA-256 of its bytes."

    private static let contentReadme = """
        This zip is a part of a store of snapshots, made by snapagent: contents of files that
        incremental snapshots (.part.zip) of the store refer to, each named by the SHA-256 of its
        bytes. It is no snapshot itself.

        With snapctl at hand: snapctl --store DIRECTORY restore latest --to NEW-DIRECTORY

        """
}
