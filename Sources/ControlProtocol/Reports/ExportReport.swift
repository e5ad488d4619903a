/// The answer to `export`.
package struct ExportReport: Codable, Sendable, Hashable {
    /// The version of this shape.
    package var format: Int = 1
    /// The dataset's name.
    package var dataset: String
    /// The snapshot's number.
    package var snapshot: Int
    /// Where the zip was written, `null` for a stream.
    package var file: String?
    /// The size of the zip.
    package var bytes: Int64
    /// Names in it that are not directories.
    package var files: Int
    /// Sum of the sizes of its regular files.
    package var plainBytes: Int64
    /// Seconds that it took.
    package var duration: Double

    private enum CodingKeys: String, CodingKey {
        case format, dataset, snapshot, file, bytes, files
        case plainBytes = "plain_bytes"
        case duration
    }

    /// Makes the value from its parts.
    package init(
        dataset: String, snapshot: Int, file: String? = nil, bytes: Int64, files: Int,
        plainBytes: Int64, duration: Double = 0
    ) {
        self.dataset = dataset
        self.snapshot = snapshot
        self.file = file
        self.bytes = bytes
        self.files = files
        self.plainBytes = plainBytes
        self.duration = duration
    }
}
