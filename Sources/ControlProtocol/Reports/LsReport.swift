package import SnapshotModel

/// The answer to `ls`.
package struct LsReport: Codable, Sendable, Hashable {
    /// The version of this shape.
    package var format: Int = 1
    /// The dataset's name.
    package var dataset: String
    /// The snapshot's number.
    package var snapshot: Int
    /// The path from the dataset's root; what is not UTF-8 in it is U+FFFD.
    package var path: String
    /// The true bytes of the path in base64, if `path` is not them.
    package var pathBase64: String?
    /// The entries, sorted by the bytes of their paths.
    package var entries: [EntryReport]

    private enum CodingKeys: String, CodingKey {
        case format, dataset, snapshot, path
        case pathBase64 = "path_base64"
        case entries
    }

    /// Makes the value from its parts.
    package init(
        dataset: String, snapshot: Int, path: BytePath, entries: [EntryReport]
    ) {
        self.dataset = dataset
        self.snapshot = snapshot
        let name = NameText(path.bytes)
        self.path = name.text
        pathBase64 = name.base64
        self.entries = entries
    }

    /// The true bytes of the path.
    package var bytePath: BytePath { BytePath(NameText.bytes(text: path, base64: pathBase64)) }
}
