internal import SnapshotModel

/// Turns paths as typed into paths from a dataset's root.
struct PathResolver {
    /// The dataset's name, for messages.
    let dataset: String
    /// The directory that the dataset saves.
    let root: BytePath
    /// The absolute path of the directory in which the path was typed.
    let workingDirectory: BytePath?

    /// A path that follows `REF:`: from the root, unless it begins with `./` or `../`.
    func insideReference(_ path: BytePath) throws(UserError) -> BytePath {
        let first = path.components.first
        let isFromHere = first == Array(".".utf8) || first == Array("..".utf8)
        if path.isAbsolute { return try inDataset(path, typed: path) }
        return isFromHere ? try free(path) : try normal(path.components, typed: path)
    }

    /// A path that stands alone: from the current directory if that is in the dataset, else from the root.
    func free(_ path: BytePath) throws(UserError) -> BytePath {
        guard !path.isRoot else { throw Self.empty }
        if path.isAbsolute { return try inDataset(path, typed: path) }
        guard let workingDirectory, workingDirectory.isInside(root) else {
            return try normal(path.components, typed: path)
        }
        let absolute = workingDirectory.components + path.components
        return try inDataset(Self.join(absolute, absolute: true), typed: path)
    }

    /// What a path from the root would be if it counted from the current directory, if that lies below the root.
    func fromHere(_ path: BytePath) -> BytePath? {
        guard let workingDirectory, workingDirectory.isInside(root), workingDirectory != root
        else { return nil }
        let above = workingDirectory.components.dropFirst(root.components.count)
        return Self.join(above + path.components)
    }

    /// What a path that was counted from the current directory would be if it counted from the root, if that differs.
    func fromTop(_ path: BytePath) -> BytePath? {
        guard let workingDirectory, workingDirectory.isInside(root), workingDirectory != root
        else { return nil }
        let above = Array(workingDirectory.components.dropFirst(root.components.count))
        guard path.components.count > above.count, path.components.starts(with: above) else {
            return nil
        }
        return Self.join(Array(path.components.dropFirst(above.count)))
    }

    /// A path from the root as a person can type it here, as one word of a shell command.
    func typed(_ path: BytePath) -> String {
        let absolute = root.appending(path)
        guard let workingDirectory, workingDirectory.isInside(root), workingDirectory != root else {
            return shellWord(Self.word(path.bytes))
        }
        guard absolute.isInside(workingDirectory), absolute != workingDirectory else {
            return shellWord(absolute.bytes)
        }
        return shellWord(
            Self.word(Array(absolute.bytes.dropFirst(workingDirectory.bytes.count + 1))))
    }

    /// A word that is a path whatever it begins with.
    private static func word(_ path: [UInt8]) -> [UInt8] {
        if path.isEmpty { return Array(".".utf8) }
        return path.first == UInt8(ascii: "-") ? Array("./".utf8) + path : path
    }

    private func inDataset(_ path: BytePath, typed: BytePath) throws(UserError) -> BytePath {
        var names: [[UInt8]] = []
        for name in path.components {
            switch name {
            case Array(".".utf8): continue
            case Array("..".utf8): _ = names.popLast()
            default: names.append(name)
            }
        }
        let above = root.components
        guard names.starts(with: above) else { throw outside(typed) }
        return Self.join(Array(names.dropFirst(above.count)))
    }

    private func normal(_ components: [[UInt8]], typed: BytePath) throws(UserError) -> BytePath {
        var names: [[UInt8]] = []
        for name in components {
            switch name {
            case Array(".".utf8): continue
            case Array("..".utf8):
                guard names.popLast() != nil else { throw outside(typed) }
            default: names.append(name)
            }
        }
        return Self.join(names)
    }

    private static func join(_ names: [[UInt8]], absolute: Bool = false) -> BytePath {
        let joined = Array(names.joined(separator: [UInt8(ascii: "/")]))
        return BytePath(absolute ? [UInt8(ascii: "/")] + joined : joined)
    }

    /// An empty word is nearly always a mistake, and the root is the last thing that should be meant by one.
    private static var empty: UserError {
        UserError(
            .missingOperand, "a path is empty",
            why: "a variable that is not set gives an empty word",
            remedy: "write . for the directory itself")
    }

    private func outside(_ path: BytePath) -> UserError {
        UserError(
            .noPath, "\(path.display) is not in \(dataset)",
            why: "it saves \(root.display)", remedy: "give a path below \(root.display)",
            subject: path.display)
    }
}
