internal import SnapshotModel
internal import SnapshotStore

extension StoreCommands {
    /// The error for a path that a snapshot lacks: which others have it, or why none can.
    func absence(
        of path: BytePath, from snapshot: StoredSnapshot, isFree: Bool = false
    ) -> UserError {
        // Snapshots that cannot be read say nothing about the path.
        let runs = (try? store.past.history(of: path))?.runs ?? []
        var remedy =
            runs.isEmpty
            ? "snapctl ls \(snapshot.number)" : "snapctl versions \(paths.typed(path))"
        if isFree {
            remedy = hintFromTop(path, in: snapshot) ?? remedy
        } else if let here = paths.fromHere(path), let view = try? view(snapshot),
            (try? view.entry(at: here)) != nil
        {
            let word = shellWord(Array("\(snapshot.number):./".utf8) + path.bytes)
            remedy = "from here it is \(word)    (without ./ it counts from the top)"
        }
        return UserError(
            .noPath, "\(snapshot.number) has no \(path.display)",
            why: why(path, snapshot, runs), remedy: remedy,
            subject: path.display, near: near(path, in: snapshot))
    }

    /// How to type a path that is there if it counts from the root, which only one behind `REF:` does.
    func hintFromTop(_ path: BytePath, in snapshot: StoredSnapshot) -> String? {
        guard let top = paths.fromTop(path), let view = try? view(snapshot),
            (try? view.entry(at: top)) != nil
        else { return nil }
        return "from here it is \(paths.typed(top))    (without REF: it counts from here)"
    }

    private func why(_ path: BytePath, _ snapshot: StoredSnapshot, _ runs: [String]) -> String {
        if let run = runs.first, runs.count == 1, Int(run) != nil { return run + " has it" }
        if !runs.isEmpty { return runs.suffix(3).joined(separator: ", ") + " have it" }
        for pattern in snapshot.record.excludes
        where IgnoreRules(patterns: [pattern]).verdict(path: path, isDirectory: false) == .ignore {
            return "excluded by \"\(pattern)\""
        }
        return "no snapshot has it"
    }

    /// Names in the same directory that the last one may have been meant for.
    func near(_ path: BytePath, in snapshot: StoredSnapshot) -> [String] {
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

extension PathHistory {
    /// The snapshots that have the path, as runs of those that follow each other in the list: `12..39`.
    fileprivate var runs: [String] {
        var runs: [ClosedRange<Int>] = []
        for places in states.map(\.places) {
            if let last = runs.last, last.upperBound == places.lowerBound - 1 {
                runs[runs.count - 1] = last.lowerBound...places.upperBound
            } else {
                runs.append(places)
            }
        }
        return runs.map { run in
            let (first, last) = (known[run.lowerBound].number, known[run.upperBound].number)
            return first == last ? "\(first)" : "\(first)..\(last)"
        }
    }
}
