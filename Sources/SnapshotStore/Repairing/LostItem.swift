package import SnapshotModel

/// Something that a snapshot shows and no zip had whole any more when the store was repaired.
package struct LostItem: Hashable, Sendable {
    /// The path from the dataset's root.
    package var path: BytePath
    /// The content of the file, or the listing of the directory.
    package var object: Digest
    /// Whether it is the listing of a directory: then nobody knows what was below.
    package var isListing: Bool

    /// Makes an item from a path, what is lost there and whether that is a listing.
    package init(path: BytePath, object: Digest, isListing: Bool) {
        self.path = path
        self.object = object
        self.isListing = isListing
    }

    /// What is missing, in the words of a record.
    package var missing: MissingItem {
        MissingItem(
            path: path, reason: .damaged,
            detail: isListing
                ? "its listing is damaged, no other copy" : "damaged in the store, no other copy")
    }
}

extension LostItem: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, path, sha256
    }

    /// Reads an item of `annotations.json`.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        let text = try fields.decode(String.self, forKey: .sha256)
        guard let object = Digest(hexadecimal: Array(text.utf8)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .sha256, in: fields, debugDescription: "not a digest")
        }
        self.object = object
        path = try PathText(from: decoder).path
        isListing = try fields.decode(String.self, forKey: .kind) == Self.listing
    }

    /// Writes an item of `annotations.json`.
    package func encode(to encoder: any Encoder) throws {
        try PathText(path).encode(to: encoder)
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(isListing ? Self.listing : Self.content, forKey: .kind)
        try fields.encode(object.hexadecimal, forKey: .sha256)
    }

    private static let listing = "tree"
    private static let content = "content"
}
