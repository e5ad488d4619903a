/// What `list` is asked for.
package struct ListParameters: Codable, Sendable, Hashable {
    /// Which dataset, and how the caller reads paths and times.
    package var scope: CallScope
    /// Whether expired snapshots are wanted too.
    package var all: Bool
    /// At most that many of the newest.
    package var last: Int?
    /// Only those taken at or after that time, a WHEN as typed.
    package var since: WireBytes?
    /// Only those taken at or before that time, a WHEN as typed.
    package var until: WireBytes?

    /// Makes the value from its parts.
    package init(
        scope: CallScope, all: Bool = false, last: Int? = nil, since: WireBytes? = nil,
        until: WireBytes? = nil
    ) {
        self.scope = scope
        self.all = all
        self.last = last
        self.since = since
        self.until = until
    }
}

/// What `show` is asked for.
package struct ShowParameters: Codable, Sendable, Hashable {
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

/// What `ls` is asked for.
package struct LsParameters: Codable, Sendable, Hashable {
    /// Which dataset, and how the caller reads paths and times.
    package var scope: CallScope
    /// `REF`, `REF:PATH` or `PATH@WHEN` as typed.
    package var operand: WireBytes
    /// Whether everything below a directory is wanted.
    package var recursive: Bool

    /// Makes the value from its parts.
    package init(scope: CallScope, operand: WireBytes, recursive: Bool = false) {
        self.scope = scope
        self.operand = operand
        self.recursive = recursive
    }
}

/// What `cat` is asked for.
package struct CatParameters: Codable, Sendable, Hashable {
    /// Which dataset, and how the caller reads paths and times.
    package var scope: CallScope
    /// `REF:PATH` or `PATH@WHEN` as typed.
    package var operand: WireBytes

    /// Makes the value from its parts.
    package init(scope: CallScope, operand: WireBytes) {
        self.scope = scope
        self.operand = operand
    }
}

/// What `diff` is asked for.
package struct DiffParameters: Codable, Sendable, Hashable {
    /// Which dataset, and how the caller reads paths and times.
    package var scope: CallScope
    /// The older REF as typed; the only operand is the newer one.
    package var from: WireBytes
    /// The newer REF, or `live`; `nil` compares `from` with the snapshot before it.
    package var to: WireBytes?

    /// Makes the value from its parts.
    package init(scope: CallScope, from: WireBytes, to: WireBytes? = nil) {
        self.scope = scope
        self.from = from
        self.to = to
    }
}

/// What `versions` is asked for.
package struct VersionsParameters: Codable, Sendable, Hashable {
    /// Which dataset, and how the caller reads paths and times.
    package var scope: CallScope
    /// The path as typed.
    package var path: WireBytes

    /// Makes the value from its parts.
    package init(scope: CallScope, path: WireBytes) {
        self.scope = scope
        self.path = path
    }
}

/// What `find` is asked for.
package struct FindParameters: Codable, Sendable, Hashable {
    /// Which dataset, and how the caller reads paths and times.
    package var scope: CallScope
    /// The pattern as typed.
    package var pattern: WireBytes
    /// Whether only paths are wanted that the newest snapshot lacks.
    package var deleted: Bool
    /// Fewest bytes that a path has in the last snapshot that has it, `nil` for any.
    package var larger: Int64?

    /// Makes the value from its parts.
    package init(
        scope: CallScope, pattern: WireBytes, deleted: Bool = false, larger: Int64? = nil
    ) {
        self.scope = scope
        self.pattern = pattern
        self.deleted = deleted
        self.larger = larger
    }
}
