/// What `snapshot` is asked for.
package struct SnapshotParameters: Codable, Sendable, Hashable {
    /// Which dataset, and how the caller reads paths and times.
    package var scope: CallScope
    /// What to call it.
    package var label: String?
    /// Whether everything is compared, whatever the events said, and a sample of the files read.
    ///
    /// A client that does not know of it sends nothing.
    package var full: Bool?

    /// Makes the value from its parts.
    package init(scope: CallScope, label: String? = nil, full: Bool? = nil) {
        self.scope = scope
        self.label = label
        self.full = full
    }
}

/// What `pin`, `unpin`, `delete` and `undelete` are asked for.
package struct ReferenceParameters: Codable, Sendable, Hashable {
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

/// What `label` is asked for.
package struct LabelParameters: Codable, Sendable, Hashable {
    /// Which dataset, and how the caller reads paths and times.
    package var scope: CallScope
    /// The REF as typed.
    package var reference: WireBytes
    /// The label; empty removes it.
    package var text: String

    /// Makes the value from its parts.
    package init(scope: CallScope, reference: WireBytes, text: String) {
        self.scope = scope
        self.reference = reference
        self.text = text
    }
}
