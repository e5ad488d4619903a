/// A range of a large directory's names that an object of its own lists.
package struct TreePart: Hashable, Sendable {
    /// The first name of the range.
    package var first: [UInt8]
    /// The last name of the range.
    package var last: [UInt8]
    /// How many names the range has, over all levels below.
    package var count: Int
    /// The object that lists them.
    package var tree: Digest

    /// Makes a part from its first and last name, their count and the object that lists them.
    package init(first: [UInt8], last: [UInt8], count: Int, tree: Digest) {
        self.first = first
        self.last = last
        self.count = count
        self.tree = tree
    }
}

/// One line of a tree object: a name of the directory, or a range of its names.
package enum TreeLine: Hashable, Sendable {
    case entry(TreeEntry)
    case part(TreePart)

    /// The tree object that the line names, if it names one.
    package var tree: Digest? {
        switch self {
        case .part(let part): part.tree
        case .entry(let entry): entry.tree
        }
    }
}

/// Why a text is not a tree object as this program writes it.
package struct TreeTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What a line lacks or has too much of.
    package enum Problem: String, Sendable {
        case badName = "the name is empty, has a slash, or is . or .."
        case badEscape = "an escape is missing, needless or broken"
        case order = "names are not in the order of their bytes"
        case mixed = "entries and parts are mixed"
        case badType = "the type is unknown"
        case badNumber = "a number is missing, too large or not in its shortest form"
        case badTime = "the time is not SECONDS.NANOSECONDS"
        case badDigest = "a digest is not 64 lower-case hexadecimal digits"
        case badAttribute = "extended attributes are not in order or not base64"
        case badRanges = "data ranges are not in order or leave the file"
        case badReason = "the reason of missing= is unknown"
        case badKeyword = "a keyword is unknown, repeated, out of order or not of this type"
        case cutShort = "the line does not end"
    }

    /// The line's number, from 1.
    package var line: Int
    /// What is wrong in it.
    package var problem: Problem

    /// Makes an error about a line.
    package init(line: Int, problem: Problem) {
        self.line = line
        self.problem = problem
    }

    /// The line and what is wrong in it.
    package var description: String { "line \(line): \(problem.rawValue)" }
}
