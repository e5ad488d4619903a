package import ControlProtocol
internal import LinuxSystem
package import SnapshotModel
internal import SnapshotStore

extension StoreCommands {
    /// Gives `sink` the bytes of a file of a snapshot, then says how many they were.
    ///
    /// Whether they are as their hash says is known at the end only, and an error then.
    package func cat(
        _ parameters: CatParameters, to sink: ([UInt8]) throws(UserError) -> Void
    ) throws(UserError) -> CatReport {
        let located = try locate(parameters.operand.bytes, command: "cat")
        let entry = try entry(at: located)
        guard entry.kind == .file else { throw noFile(entry, located) }
        guard let content = entry.content else { throw noContent(entry, located) }
        progress.begin("reading", files: 1, bytes: entry.size)
        var count: Int64 = 0
        func hand(_ bytes: [UInt8]) throws(UserError) {
            try progress.checkCancelled()
            count += Int64(bytes.count)
            progress.add(bytes: Int64(bytes.count))
            try sink(bytes)
        }
        var filling = HoleFilling(entry)
        do throws(UserError) {
            try explaining {
                try located.view.readContent(content) { piece in
                    var bytes: [UInt8] = []
                    bytes.reserveCapacity(piece.count)
                    for index in piece.indices { bytes.append(piece[index]) }
                    if filling == nil {
                        try hand(bytes)
                    } else {
                        try filling?.add(bytes, to: hand)
                    }
                }
                try filling?.finish(hand)
            }
        } catch {
            throw named(error, located)
        }
        return CatReport(
            dataset: dataset, snapshot: located.number, path: located.path, bytes: count)
    }

    /// Says of which file the store cannot give the content; the objects have no names.
    private func named(_ error: UserError, _ located: Located) -> UserError {
        guard error.code == .damaged else { return error }
        let file = "\(located.number): \(located.path.display)"
        let remedy =
            "what can be brought back: snapctl repair -n; other versions: "
            + "snapctl versions \(paths.typed(located.path))"
        guard !StoreObjects.isAbsence(error) else {
            return UserError(
                .damaged, "\(file) is in no zip of the store any more",
                why: "the zip that had it is gone or damaged", remedy: remedy,
                subject: located.path.display)
        }
        return UserError(
            .damaged, "\(file) differs from its hash", why: error.why ?? error.message,
            remedy: remedy, subject: located.path.display)
    }

    private func noFile(_ entry: TreeEntry, _ located: Located) -> UserError {
        let what: String
        var remedy = "snapctl ls \(shellWord(Array(located.typed.utf8)))"
        switch entry.kind {
        case .directory: what = "a directory"
        case .link:
            what = "a link to \(displayName(entry.target))"
            remedy = "snapctl cat the file that it points to"
        default: what = "no file with bytes of its own"
        }
        return UserError(
            .noPath, "\(located.typed) is \(what)", remedy: remedy, subject: located.path.display)
    }

    private func noContent(_ entry: TreeEntry, _ located: Located) -> UserError {
        let item = located.view.record.missing.first { $0.path == located.path }
        return UserError(
            .noPath, "\(located.number) does not hold the content of \(located.path.display)",
            why: item?.detail ?? entry.missing?.rawValue,
            remedy: "snapctl show \(located.number)", subject: located.path.display)
    }
}
