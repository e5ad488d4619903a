package import SnapshotModel

/// A part of a dataset that is not watched.
package struct UncoveredReport: Codable, Sendable, Hashable {
    /// The path from the dataset's root; what is not UTF-8 in it is U+FFFD.
    package var path: String
    /// The true bytes of the path in base64, if `path` is not them.
    package var pathBase64: String?
    /// Why not.
    package var reason: String
    /// Seconds between two scans of it instead.
    package var scannedEvery: Int?

    private enum CodingKeys: String, CodingKey {
        case path
        case pathBase64 = "path_base64"
        case reason
        case scannedEvery = "scanned_every"
    }

    /// Makes the value from its parts.
    package init(
        path: BytePath, reason: String, scannedEvery: Int? = nil
    ) {
        let name = NameText(path.bytes)
        self.path = name.text
        pathBase64 = name.base64
        self.reason = reason
        self.scannedEvery = scannedEvery
    }

    /// The true bytes of the path.
    package var bytePath: BytePath { BytePath(NameText.bytes(text: path, base64: pathBase64)) }
}

/// What waits to be saved.
package struct UnsavedReport: Codable, Sendable, Hashable {
    /// How many changed paths or directories are known to wait.
    package var count: Int
    /// When the oldest of the changes happened.
    package var oldest: ReportTime?

    /// Makes the value from its parts.
    package init(count: Int = 0, oldest: ReportTime? = nil) {
        self.count = count
        self.oldest = oldest
    }
}

/// The newest snapshot of a dataset.
package struct LastSnapshot: Codable, Sendable, Hashable {
    /// Its number.
    package var number: Int
    /// When it was taken.
    package var created: ReportTime
    /// Paths whose content it lacks or cannot vouch for.
    package var missing: Int
    /// Files that the size limit left out.
    package var tooLarge: Int

    private enum CodingKeys: String, CodingKey {
        case number, created, missing
        case tooLarge = "too_large"
    }

    /// Makes the value from its parts.
    package init(number: Int, created: ReportTime, missing: Int, tooLarge: Int) {
        self.number = number
        self.created = created
        self.missing = missing
        self.tooLarge = tooLarge
    }
}

/// When the next snapshot is due.
package struct NextSnapshot: Codable, Sendable, Hashable {
    /// Seconds until it is taken if nothing changes any more.
    package var settles: Double
    /// Seconds until it is taken at the latest.
    package var latest: Double

    /// Makes the value from its parts.
    package init(settles: Double, latest: Double) {
        self.settles = settles
        self.latest = latest
    }
}

/// A problem that a person should know of.
package struct AlarmReport: Codable, Sendable, Hashable {
    /// The stable word for it.
    package var code: String
    /// Since when.
    package var since: ReportTime
    /// What is wrong, with need and have.
    package var message: String
    /// What to do.
    package var remedy: String

    /// Makes the value from its parts.
    package init(code: String, since: ReportTime, message: String, remedy: String) {
        self.code = code
        self.since = since
        self.message = message
        self.remedy = remedy
    }

    private enum CodingKeys: String, CodingKey {
        case code, since, message
        case remedy = "do"
    }
}

/// How a dataset's store fares.
package struct StoreStatus: Codable, Sendable, Hashable {
    /// Where it is.
    package var path: String
    /// How many snapshots it lists.
    package var snapshots: Int
    /// What they take on the disk.
    package var bytes: Int64
    /// Bytes that are free there.
    package var free: Int64
    /// When it was last verified.
    package var verified: ReportTime?
    /// The numbers of the kept snapshots that lack something that the store lost.
    package var lacking: [Int]

    /// Makes the value from its parts.
    package init(
        path: String, snapshots: Int, bytes: Int64, free: Int64, verified: ReportTime? = nil,
        lacking: [Int] = []
    ) {
        self.path = path
        self.snapshots = snapshots
        self.bytes = bytes
        self.free = free
        self.verified = verified
        self.lacking = lacking
    }
}
