/// What people and the agent say about snapshots: it is kept by a snapshot's random identity, not its number.
struct Annotations: Codable, Hashable, Sendable {
    var format = 1
    /// Rises with every writing.
    var generation = 0
    /// By the identity of the snapshot's record.
    var snapshots: [String: SnapshotNote] = [:]
    /// Why nothing expires at present.
    var brakes: [Brake] = []
    /// Names of damaged zips, and identities of snapshots that are gone, that a person has seen: they brake no more.
    var acknowledged: Set<String> = []
    /// When damaged zips were set aside, by their names in `expired/`.
    var setAside: [String: Expiry]?

    private enum CodingKeys: String, CodingKey {
        case format, generation, snapshots, brakes, acknowledged
        case setAside = "set_aside"
    }

    init() {}

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(format, forKey: .format)
        try fields.encode(generation, forKey: .generation)
        try fields.encode(snapshots, forKey: .snapshots)
        try fields.encode(brakes, forKey: .brakes)
        // A set has no order of its own, and equal annotations shall have equal bytes.
        try fields.encode(acknowledged.sorted(), forKey: .acknowledged)
        try fields.encodeIfPresent(setAside, forKey: .setAside)
    }

    /// Changes the note of a snapshot, and drops it when it says nothing.
    mutating func update(
        _ id: String, number: Int, _ change: (inout SnapshotNote) -> Void
    ) {
        var note = snapshots[id] ?? SnapshotNote(number: number)
        change(&note)
        snapshots[id] = note.saysNothing ? nil : note
    }
}

/// What is said about one snapshot.
struct SnapshotNote: Codable, Hashable, Sendable {
    /// The number it had, for people who read the file.
    var number: Int
    var label: String?
    var isPinned = false
    var expiry: Expiry?
    /// When its time of grace was found to be over, in seconds since 1970: only its zip may still be needed.
    var gone: Int64?
    /// When its zip was first found to be nowhere though it was kept, in seconds since 1970.
    var vanished: Int64?
    /// What the snapshot shows and no zip had whole any more when it was looked for.
    var lost: [LostItem]?

    private enum CodingKeys: String, CodingKey {
        case number, label, gone, lost, vanished
        case isPinned = "pinned"
        case expiry = "expired"
    }

    var isGone: Bool { gone != nil && !isPinned }

    init(number: Int) {
        self.number = number
    }

    /// Notes what the snapshot lost, beside what is noted already.
    mutating func add(_ losses: [LostItem]) {
        guard !losses.isEmpty else { return }
        lost = Set((lost ?? []) + losses).sorted { ($0.path, $0.object) < ($1.path, $1.object) }
    }

    var saysNothing: Bool {
        label == nil && !isPinned && expiry == nil && gone == nil && vanished == nil
            && lost?.isEmpty != false
    }
}

/// When a snapshot expired, by both clocks.
struct Expiry: Codable, Hashable, Sendable {
    /// Seconds since 1970.
    var time: Int64
    /// How many seconds agents had run with this store until then.
    var running: Int64
}

/// What made expiry stop.
package enum BrakeCode: String, Sendable, Hashable, Codable, CaseIterable {
    case massDeletion = "mass-deletion"
    case massRewrite = "mass-rewrite"
    case rootChanged = "root-changed"
    case clockJump = "clock-jump"
    case verifyFailed = "verify-failed"
    case unreadable
    case annotationsLost = "annotations-lost"
}

/// A reason for which nothing expires and nothing is removed until a person says so.
package struct Brake: Codable, Sendable, Hashable {
    /// What kind of reason it is.
    package var code: BrakeCode
    /// The reason in words, such as `812 of 1204 files vanished in 42`.
    package var reason: String
    /// Since when, in seconds since 1970.
    package var since: Int64
    /// A command that shows what happened.
    package var look: String?

    /// Makes a brake from its parts.
    package init(code: BrakeCode, reason: String, since: Int64, look: String? = nil) {
        self.code = code
        self.reason = reason
        self.since = since
        self.look = look
    }
}
