internal import ControlProtocol
internal import SnapshotModel
internal import SnapshotStore

extension StoreCommands {
    /// Reads `[REF[:PATH]] [PATH...]`: the first is a REF if it looks like one or is a label, else a path.
    func selection(of operands: [[UInt8]]) throws(UserError) -> RestoreSelection {
        guard let first = operands.first else {
            throw UserError(
                .missingOperand, "restore needs a snapshot or a path",
                remedy: "snapctl restore latest PATH --in-place")
        }
        var rest: [BytePath] = []
        for operand in operands.dropFirst() {
            rest.append(try paths.free(BytePath(operand)))
        }
        let parsed = try PathReference.parse(first)
        switch parsed.form {
        case .path: return try lastVersion(first, rest)
        case .reference:
            guard let reference = parsed.ref, isReference(reference) else {
                return try lastVersion(first, rest)
            }
            try refuseAmbiguous(first)
            return try check(
                RestoreSelection(
                    view: try view(try resolve(reference)), paths: rest, flattensSingle: false))
        case .inside, .asOf, .beforeLastChange:
            let located = try locate(parsed, typed: first)
            return try check(
                RestoreSelection(
                    view: located.view, paths: [located.path] + rest,
                    flattensSingle: rest.isEmpty && !located.path.isRoot),
                besides: located.isFree ? nil : located.path)
        }
    }

    /// Whether a word that could be a label is one; every other form is a REF by its looks.
    private func isReference(_ reference: SnapshotReference) -> Bool {
        guard case .label(let label) = reference.base else { return true }
        return hasLabel(label)
    }

    /// Refuses a word that names a snapshot and a file here.
    private func refuseAmbiguous(_ operand: [UInt8]) throws(UserError) {
        guard let newest = store.newest, let path = try? paths.free(BytePath(operand)),
            !path.isRoot, try view(newest).entry(at: path) != nil
        else { return }
        let shown = displayName(operand)
        throw UserError(
            .refOrPath, "\"\(shown)\" is a snapshot and a file here",
            remedy: "write \(shown): for the snapshot, ./\(shown) for the file", subject: shown)
    }

    private func lastVersion(
        _ first: [UInt8], _ rest: [BytePath]
    ) throws(UserError) -> RestoreSelection {
        let wanted = [try paths.free(BytePath(first))] + rest
        return RestoreSelection(
            view: try lastVersion(of: wanted), paths: wanted, flattensSingle: false)
    }

    /// Throws unless the snapshot has every path; all were typed alone, except one behind `REF:`.
    private func check(
        _ selection: RestoreSelection, besides inside: BytePath? = nil
    ) throws(UserError) -> RestoreSelection {
        for path in selection.paths {
            _ = try entry(
                at: Located(view: selection.view, path: path, isFree: path != inside))
        }
        return selection
    }
}
