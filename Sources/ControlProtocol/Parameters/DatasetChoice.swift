package import SnapshotModel

/// Which of several datasets a command is about.
package struct DatasetChoice: Sendable {
    /// One dataset to choose from.
    package struct Candidate: Sendable, Hashable {
        /// Its name.
        package var name: String
        /// The directory that it saves.
        package var root: BytePath

        /// Makes a candidate of its name and directory.
        package init(name: String, root: BytePath) {
            self.name = name
            self.root = root
        }
    }

    private let candidates: [Candidate]

    /// Makes the choice among an agent's datasets, or a store's one.
    package init(_ candidates: [Candidate]) {
        self.candidates = candidates
    }

    /// The dataset that `--dataset`, an absolute path or the current directory names, or the only one.
    ///
    /// - Parameters:
    ///   - scope: Where the command was typed.
    ///   - operands: What was typed, paths with or without a REF among them.
    /// - Returns: The dataset's name; `nil` if nothing chooses one, so that it is all of them or an error.
    /// - Throws: If there is no dataset of the name that `--dataset` gives.
    package func choose(_ scope: CallScope, operands: [[UInt8]]) throws(UserError) -> String? {
        if let name = scope.dataset {
            guard candidates.contains(where: { $0.name == name }) else { throw unknown(name) }
            return name
        }
        for path in operands.compactMap(absolutePath) {
            if let found = holder(of: path) { return found.name }
        }
        if let directory = scope.workingDirectory, let found = holder(of: BytePath(directory.bytes))
        {
            return found.name
        }
        return candidates.count == 1 ? candidates[0].name : nil
    }

    /// The error of a command that is about one dataset when nothing chose one.
    ///
    /// `what` is the REF or PATH that was typed, or the command where there is none.
    package func undecided(_ what: String) -> UserError {
        let names = candidates.map(\.name)
        return UserError(
            .whichDataset, "\(what) of \(names.joined(separator: " or "))?",
            why: "the current directory is in none of them",
            remedy: "add --dataset \(names.first ?? "NAME")", subject: what, near: names)
    }

    private func unknown(_ name: String) -> UserError {
        let names = candidates.map(\.name)
        return UserError(
            .noDataset, "there is no dataset \"\(displayName(Array(name.utf8)))\"",
            remedy: "snapctl status", subject: name, near: NearMatch.find(name, in: names))
    }

    private func holder(of path: BytePath) -> Candidate? {
        candidates.first { path.isInside($0.root) }
    }

    private func absolutePath(_ operand: [UInt8]) -> BytePath? {
        if operand.first == UInt8(ascii: "/") { return BytePath(operand) }
        guard let path = try? PathReference.parse(operand).path, path.isAbsolute else { return nil }
        return path
    }
}
