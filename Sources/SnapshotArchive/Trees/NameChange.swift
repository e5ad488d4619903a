package import SnapshotModel

/// What happens to one name of a directory.
package enum NameChange: Hashable, Sendable {
    /// The name stands for this, whatever it stood for before.
    case put(TreeEntry)
    /// The name is gone.
    case remove([UInt8])

    /// The name.
    package var name: [UInt8] {
        switch self {
        case .put(let entry): entry.name
        case .remove(let name): name
        }
    }
}
