internal import SnapshotModel
internal import SnapshotStore

extension StoreCommands {
    /// How many snapshots are searched for a path that one lacks.
    private static let searched = 200

    /// The error for a path that a snapshot lacks: which others have it, or why none can.
    func absence(of path: BytePath, from snapshot: StoredSnapshot) -> UserError {
        let have = store.snapshots.suffix(Self.searched).filter { other in
            // A snapshot that cannot be read says nothing about the path.
            ((try? view(other).entry(at: path)) ?? nil) != nil
        }
        let numbers = have.map(\.number)
        let remedy =
            numbers.last.map { "snapctl ls \($0):\(shellWord(path.bytes))" }
            ?? "snapctl ls \(snapshot.number)"
        return UserError(
            .noPath, "\(snapshot.number) has no \(path.display)",
            why: why(path, snapshot, have: numbers), remedy: remedy, subject: path.display,
            near: near(path, in: snapshot))
    }

    private func why(_ path: BytePath, _ snapshot: StoredSnapshot, have: [Int]) -> String {
        if !have.isEmpty {
            let runs = self.runs(of: have)
            return runs.joined(separator: ", ")
                + (have.count == 1 ? " has it" : " have it")
        }
        for pattern in snapshot.record.excludes
        where IgnoreRules(patterns: [pattern]).verdict(path: path, isDirectory: false) == .ignore {
            return "excluded by \"\(pattern)\""
        }
        return "no snapshot has it"
    }

    /// Numbers as runs of snapshots that follow each other in the list: `12..39`.
    private func runs(of numbers: [Int]) -> [String] {
        let order = Dictionary(
            uniqueKeysWithValues: store.snapshots.map(\.number).enumerated().map { ($1, $0) })
        var runs: [(first: Int, last: Int)] = []
        for number in numbers {
            if let last = runs.last?.last, let place = order[number], order[last] == place - 1 {
                runs[runs.count - 1].last = number
            } else {
                runs.append((number, number))
            }
        }
        return runs.suffix(3).map {
            $0.first == $0.last ? "\($0.first)" : "\($0.first)..\($0.last)"
        }
    }

    /// Names in the same directory that the last one may have been meant for.
    private func near(_ path: BytePath, in snapshot: StoredSnapshot) -> [String] {
        guard let parent = path.parent, let view = try? view(snapshot),
            let entries = try? view.directory(at: parent)
        else { return [] }
        let names = entries.map { String(decoding: $0.name, as: UTF8.self) }
        let typed = String(decoding: path.name, as: UTF8.self)
        return NearMatch.find(typed, in: names).prefix(3).map { name in
            parent.appending(Array(name.utf8)).display
        }
    }
}
