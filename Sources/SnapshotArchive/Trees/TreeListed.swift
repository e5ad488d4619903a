internal import SnapshotModel

/// A line of a tree object: a name, or a part of a large directory's names.
protocol TreeListed: Equatable {
    /// The first name that the line stands for.
    var firstName: [UInt8] { get }
    /// The last name that the line stands for; lines are in its order, and an edit finds them by it.
    var lastName: [UInt8] { get }
    /// How many names the line stands for.
    var nameCount: Int { get }

    /// The line as one of this kind, `nil` if it is of the other.
    init?(_ line: TreeLine)

    /// Appends the text of an object that has these lines.
    static func encode(_ lines: [Self], into text: inout [UInt8])
}

extension TreeEntry: TreeListed {
    var firstName: [UInt8] { name }
    var lastName: [UInt8] { name }
    var nameCount: Int { 1 }

    init?(_ line: TreeLine) {
        guard case .entry(let entry) = line else { return nil }
        self = entry
    }

    static func encode(_ lines: [TreeEntry], into text: inout [UInt8]) {
        TreeText.encode(lines, into: &text)
    }
}

extension TreePart: TreeListed {
    var firstName: [UInt8] { first }
    var lastName: [UInt8] { last }
    var nameCount: Int { count }

    init?(_ line: TreeLine) {
        guard case .part(let part) = line else { return nil }
        self = part
    }

    static func encode(_ lines: [TreePart], into text: inout [UInt8]) {
        TreeText.encode(lines, into: &text)
    }
}
