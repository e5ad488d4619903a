/// What a patch took from where.
package struct PatchStatistics: Sendable, Hashable {
    /// Bytes of the new content that the base has.
    package var copied: Int64 = 0
    /// Bytes of the new content that are zeros.
    package var zeros: Int64 = 0
    /// Bytes of the new content that stand in the patch.
    package var changed: Int64 = 0
    /// How many pieces hold them.
    package var pieces = 0

    /// Starts at nothing.
    package init() {}
}
