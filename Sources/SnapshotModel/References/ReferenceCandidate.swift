/// What a reference is looked up by.
package struct ReferenceCandidate: Hashable, Sendable {
    /// The snapshot's number.
    package var number: Int
    /// When it was made.
    package var created: FileTime
    /// Its label.
    package var label: String?
    /// Whether it is on its way out, so that its number alone finds it.
    package var isExpired: Bool

    /// Makes a candidate from what `list` shows of a snapshot.
    package init(number: Int, created: FileTime, label: String?, isExpired: Bool = false) {
        self.number = number
        self.created = created
        self.label = label
        self.isExpired = isExpired
    }
}
