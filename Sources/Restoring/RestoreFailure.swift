package import SnapshotModel

/// What went wrong with one name, or what of it could not be set.
package struct RestoreFailure: Sendable, Hashable {
    /// The kinds of failure, which scripts may rely on.
    package enum Code: String, Sendable, Hashable, Codable, CaseIterable {
        /// The stored content differs from its hash.
        case damaged
        /// No zip of the store has the stored content or listing any more.
        case lost
        /// The snapshot holds the name but not its content.
        case notInSnapshot = "not-in-snapshot"
        /// The name would lead out of the target, or no file can have it.
        case unsafeEntry = "unsafe-entry"
        /// Something is there that may not be removed.
        case inTheWay = "in-the-way"
        /// The user may not do it.
        case denied
        /// The target's file system is full.
        case noSpace = "no-space"
        /// The system refused.
        case ioError = "io-error"
        /// Everything was restored but the owner.
        case ownerNotSet = "owner-not-set"
        /// Everything was restored but an attribute or ACL.
        case attributeNotSet = "attribute-not-set"

        /// Whether the name itself was not restored.
        package var isLoss: Bool { self != .ownerNotSet && self != .attributeNotSet }
    }

    /// The path from the target's root.
    package var path: BytePath
    /// The kind of failure.
    package var code: Code
    /// The reason in words, the same for equal failures.
    package var message: String

    /// Makes a failure.
    package init(path: BytePath, code: Code, message: String) {
        self.path = path
        self.code = code
        self.message = message
    }
}
