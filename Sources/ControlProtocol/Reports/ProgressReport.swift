/// How far a job is.
package struct ProgressReport: Codable, Sendable, Hashable {
    /// What it is doing: `saving`, `writing`, `finishing`, `reading` or the like.
    package var phase: String
    /// Files that are done.
    package var files: Int
    /// Files there are, once known.
    package var filesTotal: Int?
    /// Bytes that are done.
    package var bytes: Int64
    /// Bytes there are, once known.
    package var bytesTotal: Int64?
    /// Bytes per second.
    package var rate: Int64?
    /// Seconds that it will probably still take.
    package var eta: Int?

    private enum CodingKeys: String, CodingKey {
        case phase, files
        case filesTotal = "files_total"
        case bytes
        case bytesTotal = "bytes_total"
        case rate, eta
    }

    /// Makes the value from its parts.
    package init(
        phase: String, files: Int, filesTotal: Int? = nil, bytes: Int64, bytesTotal: Int64? = nil,
        rate: Int64? = nil, eta: Int? = nil
    ) {
        self.phase = phase
        self.files = files
        self.filesTotal = filesTotal
        self.bytes = bytes
        self.bytesTotal = bytesTotal
        self.rate = rate
        self.eta = eta
    }
}

/// Progress, as it goes to standard error with `--json --progress plain`.
package struct ProgressLine: Codable, Sendable, Hashable {
    /// How far the job is.
    package var progress: ProgressReport

    /// Makes the value from its parts.
    package init(progress: ProgressReport) {
        self.progress = progress
    }
}
