/// Which names of a directory something is about.
package enum NameSelection: Hashable, Sendable {
    /// Any of them.
    case everything
    /// These alone, and the directory itself.
    case names(Set<[UInt8]>)

    /// So many names are worth remembering; more are as good as all.
    package static let limit = 64

    /// How many names it holds; 0 for all of them.
    package var nameCount: Int {
        if case .names(let names) = self { names.count } else { 0 }
    }

    /// Adds a name; without one, all.
    package mutating func insert(_ name: [UInt8]?) {
        guard case .names(var names) = self else { return }
        guard let name else {
            self = .everything
            return
        }
        // Else the set would have two owners, and be copied for each name.
        self = .everything
        names.insert(name)
        if names.count <= Self.limit { self = .names(names) }
    }

    /// Adds what another selection holds.
    package mutating func formUnion(_ other: NameSelection) {
        guard case .names(let names) = other else {
            self = .everything
            return
        }
        if self == .names([]), names.count <= Self.limit {
            self = other
            return
        }
        for name in names { insert(name) }
    }
}
