package import SnapshotModel

/// A snapshot in full: the keys of a list's item and what only `show` tells.
package struct ShownSnapshot: Codable, Sendable, Hashable {
    /// What `list` says of it.
    package var item: SnapshotItem
    /// The directory that it shows, if that is known; what is not UTF-8 in it is U+FFFD.
    package var root: String?
    /// The true bytes of the directory's path in base64, if `root` is not them.
    package var rootBase64: String?
    /// Directories in it, its root included.
    package var directories: Int?
    /// What it lacks or cannot vouch for, and what the size limit left out.
    package var missingItems: [MissingReport]
    /// Why retention keeps it; empty if nothing does or the policy is not known.
    package var keptBy: [KeptBy]
    /// Whether the rules are known: without the agent they are not.
    package var isPolicyKnown: Bool
    /// Where its zip is, if the store is at hand.
    package var location: String?
    /// Why it cannot be read, if it cannot.
    package var damage: String?

    /// Makes the value from its parts.
    package init(
        item: SnapshotItem, root: BytePath?, directories: Int?, missingItems: [MissingReport],
        keptBy: [KeptBy] = [], isPolicyKnown: Bool = true, location: String? = nil,
        damage: String? = nil
    ) {
        self.item = item
        let name = root.map { NameText($0.bytes) }
        self.root = name?.text
        rootBase64 = name?.base64
        self.directories = directories
        self.missingItems = missingItems
        self.keptBy = keptBy
        self.isPolicyKnown = isPolicyKnown
        self.location = location
        self.damage = damage
    }

    private enum CodingKeys: String, CodingKey {
        case root
        case rootBase64 = "root_base64"
        case directories
        case missingItems = "missing_items"
        case keptBy = "kept_by"
        case isPolicyKnown = "policy_known"
        case location, damage
    }

    /// Reads the item's keys and the snapshot's own from one object.
    package init(from decoder: any Decoder) throws {
        item = try SnapshotItem(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        root = try container.decodeIfPresent(String.self, forKey: .root)
        rootBase64 = try container.decodeIfPresent(String.self, forKey: .rootBase64)
        directories = try container.decodeIfPresent(Int.self, forKey: .directories)
        missingItems = try container.decode([MissingReport].self, forKey: .missingItems)
        keptBy = try container.decode([KeptBy].self, forKey: .keptBy)
        isPolicyKnown = try container.decodeIfPresent(Bool.self, forKey: .isPolicyKnown) ?? true
        location = try container.decodeIfPresent(String.self, forKey: .location)
        damage = try container.decodeIfPresent(String.self, forKey: .damage)
    }

    /// Writes the item's keys and the snapshot's own into one object.
    package func encode(to encoder: any Encoder) throws {
        try item.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(root, forKey: .root)
        try container.encodeIfPresent(rootBase64, forKey: .rootBase64)
        try container.encodeIfPresent(directories, forKey: .directories)
        try container.encode(missingItems, forKey: .missingItems)
        try container.encode(keptBy, forKey: .keptBy)
        try container.encode(isPolicyKnown, forKey: .isPolicyKnown)
        try container.encodeIfPresent(location, forKey: .location)
        try container.encodeIfPresent(damage, forKey: .damage)
    }
}
