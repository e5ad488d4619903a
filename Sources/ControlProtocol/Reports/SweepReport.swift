/// The answer to `sweep`.
package struct SweepReport: Codable, Sendable, Hashable {
    /// The version of this shape.
    package var format: Int = 1
    /// The dataset, if the answer is about one.
    package var dataset: String?
    /// What was done in each dataset.
    package var datasets: [SweptDataset]

    /// Makes the value from its parts.
    package init(dataset: String? = nil, datasets: [SweptDataset]) {
        self.dataset = dataset
        self.datasets = datasets
    }
}

/// What sweeping did to one dataset.
package struct SweptDataset: Codable, Sendable, Hashable {
    /// The dataset's name.
    package var dataset: String
    /// Zips that were removed.
    package var removed: Int
    /// Bytes on the disk that the store takes less, negative if it takes more.
    package var freed: Int64
    /// Contents and listings that were carried into new zips.
    package var carried: Int
    /// Bytes of new zips.
    package var written: Int64
    /// Contents that were packed smaller.
    package var recompressed: Int
    /// Bytes that this saves.
    package var saved: Int64
    /// Contents and listings that are needed and damaged.
    package var damaged: Int
    /// Why nothing was removed, if expiry is stopped.
    package var brake: String?
    /// What to do about that.
    package var `do`: String?
    /// Seconds that it took.
    package var duration: Double

    /// Makes the value from its parts.
    package init(
        dataset: String, removed: Int, freed: Int64, carried: Int, written: Int64,
        recompressed: Int, saved: Int64, damaged: Int, brake: String? = nil,
        do remedy: String? = nil, duration: Double = 0
    ) {
        self.dataset = dataset
        self.removed = removed
        self.freed = freed
        self.carried = carried
        self.written = written
        self.recompressed = recompressed
        self.saved = saved
        self.damaged = damaged
        self.brake = brake
        self.do = remedy
        self.duration = duration
    }
}
