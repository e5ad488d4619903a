internal import ControlProtocol
internal import SnapshotModel
internal import SnapshotStore

extension StoreCommands {
    /// How paths as typed are read here.
    var paths: PathResolver {
        PathResolver(
            dataset: dataset, root: store.root,
            workingDirectory: scope.workingDirectory.map { BytePath($0.bytes) })
    }

    /// What an operand of `ls` or `cat` names; the path is not looked up yet.
    func locate(_ operand: [UInt8], command: String) throws(UserError) -> Located {
        let parsed = try PathReference.parse(operand)
        guard parsed.form != .path else {
            let shown = displayName(operand)
            throw UserError(
                .badRef, "\"\(shown)\" names no snapshot",
                remedy: "snapctl \(command) \(shellWord(Array("latest:".utf8) + operand))",
                subject: shown)
        }
        return try locate(parsed, typed: operand)
    }

    /// What a parsed operand names.
    func locate(_ parsed: PathReference, typed: [UInt8]) throws(UserError) -> Located {
        if parsed.form == .asOf || parsed.form == .beforeLastChange {
            try refuseName(typed)
        }
        if parsed.form == .beforeLastChange, let path = parsed.path {
            return try beforeLastChange(try paths.free(path))
        }
        guard let reference = parsed.ref else { throw Self.malformed(typed) }
        let view = try view(try resolve(reference))
        guard let path = parsed.path else { return Located(view: view, path: .root) }
        if parsed.form == .inside {
            return Located(view: view, path: try paths.insideReference(path))
        }
        return Located(view: view, path: try paths.free(path), isFree: true)
    }

    /// The entry that was located.
    func entry(at located: Located) throws(UserError) -> TreeEntry {
        guard let entry = try located.view.entry(at: located.path) else {
            throw absence(
                of: located.path, from: located.view.snapshot, isFree: located.isFree)
        }
        return entry
    }

    /// Refuses `PATH@WHEN` where a file really has that whole name.
    private func refuseName(_ typed: [UInt8]) throws(UserError) {
        guard let newest = store.newest, let path = try? paths.free(BytePath(typed)),
            try view(newest).entry(at: path) != nil
        else { return }
        let shown = displayName(typed)
        throw UserError(
            .refOrPath, "\"\(shown)\" is a path at a time and a file here",
            remedy: "write REF:PATH, such as \(shellWord(Array("latest:".utf8) + typed))",
            subject: shown)
    }

    static func malformed(_ operand: [UInt8]) -> UserError {
        let shown = displayName(operand)
        return UserError(
            .badRef, "\"\(shown)\" names no snapshot", remedy: "snapctl help ref", subject: shown)
    }
}
