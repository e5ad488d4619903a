/// What `prune` is asked for.
package struct PruneParameters: Codable, Sendable, Hashable {
    /// Which dataset, and how the caller reads paths and times.
    package var scope: CallScope
    /// Whether only the decisions are wanted.
    package var dryRun: Bool

    private enum CodingKeys: String, CodingKey {
        case scope
        case dryRun = "dry_run"
    }

    /// Makes the value from its parts.
    package init(scope: CallScope, dryRun: Bool = false) {
        self.scope = scope
        self.dryRun = dryRun
    }
}

/// What `sweep` is asked for.
package struct SweepParameters: Codable, Sendable, Hashable {
    /// Which dataset, and how the caller reads paths and times.
    package var scope: CallScope
    /// Whether everything is done at once that the agent would do bit by bit while idle.
    package var now: Bool

    /// Makes the value from its parts.
    package init(scope: CallScope, now: Bool = false) {
        self.scope = scope
        self.now = now
    }
}

/// What `verify` is asked for.
package struct VerifyParameters: Codable, Sendable, Hashable {
    /// Which dataset, and how the caller reads paths and times.
    package var scope: CallScope
    /// The only snapshot to verify, as typed.
    package var reference: WireBytes?
    /// Whether contents are read and compared with their hashes.
    package var readData: Bool
    /// Which random share of them is read, from 0 to 1; `nil` = all.
    package var sample: Double?

    private enum CodingKeys: String, CodingKey {
        case scope, reference
        case readData = "read_data"
        case sample
    }

    /// Makes the value from its parts.
    package init(
        scope: CallScope, reference: WireBytes? = nil, readData: Bool = false,
        sample: Double? = nil
    ) {
        self.scope = scope
        self.reference = reference
        self.readData = readData
        self.sample = sample
    }
}

/// What `repair` is asked for.
package struct RepairParameters: Codable, Sendable, Hashable {
    /// Which dataset, and how the caller reads paths and times.
    package var scope: CallScope
    /// Whether only what would be done is wanted.
    package var dryRun: Bool

    private enum CodingKeys: String, CodingKey {
        case scope
        case dryRun = "dry_run"
    }

    /// Makes the value from its parts.
    package init(scope: CallScope, dryRun: Bool = false) {
        self.scope = scope
        self.dryRun = dryRun
    }
}

/// What `export` is asked for.
package struct ExportParameters: Codable, Sendable, Hashable {
    /// Which dataset, and how the caller reads paths and times.
    package var scope: CallScope
    /// The REF as typed.
    package var reference: WireBytes

    /// Makes the value from its parts.
    package init(scope: CallScope, reference: WireBytes) {
        self.scope = scope
        self.reference = reference
    }
}

/// What `du` is asked for.
package struct UsageParameters: Codable, Sendable, Hashable {
    /// Which dataset, and how the caller reads paths and times.
    package var scope: CallScope

    /// Makes the value from its parts.
    package init(scope: CallScope) {
        self.scope = scope
    }
}

/// What `status` is asked for.
package struct StatusParameters: Codable, Sendable, Hashable {
    /// Which dataset, and how the caller reads paths and times.
    package var scope: CallScope

    /// Makes the value from its parts.
    package init(scope: CallScope) {
        self.scope = scope
    }
}

/// What `events` is asked for.
package struct EventsParameters: Codable, Sendable, Hashable {
    /// Which dataset, and how the caller reads paths and times.
    package var scope: CallScope
    /// Whether events to come are wanted too.
    package var follow: Bool
    /// At most that many of the past ones.
    package var last: Int?

    /// Makes the value from its parts.
    package init(scope: CallScope, follow: Bool = false, last: Int? = nil) {
        self.scope = scope
        self.follow = follow
        self.last = last
    }
}

/// What `resume` is asked for.
package struct ResumeParameters: Codable, Sendable, Hashable {
    /// Which dataset, and how the caller reads paths and times.
    package var scope: CallScope

    /// Makes the value from its parts.
    package init(scope: CallScope) {
        self.scope = scope
    }
}
