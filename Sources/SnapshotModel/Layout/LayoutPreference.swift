/// How much of each snapshot its zip is to hold, as the configuration says.
package enum LayoutPreference: String, Sendable, Hashable, CaseIterable {
    /// Complete for as long as that costs little, else incremental.
    case auto
    /// Every zip holds every file.
    case complete
    /// Every zip holds what no other zip of the store has.
    case incremental
}
