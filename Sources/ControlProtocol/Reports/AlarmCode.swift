/// The words for problems that last, behind the `!` of `status`.
///
/// A failure for which there is none has the word of its error, such as `io-error`.
package enum AlarmCode: String, Sendable, Hashable, CaseIterable {
    /// Nothing expires before a person has looked.
    case brake
    /// The changed configuration is wrong, and the old one in force.
    case config
    /// The store's disk is full.
    case full
    /// A part of the directory is not watched.
    case gap
    /// A change, or the last comparison of everything, is older than promised.
    case late
    /// The directory or the store is not where it should be.
    case paused
    /// A version of a large file could not be read back from the store.
    case proof
    /// Files changed without a trace.
    case rot
    /// Files could not be read.
    case unread
}
