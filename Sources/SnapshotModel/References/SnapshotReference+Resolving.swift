extension SnapshotReference {
    /// The number of the snapshot that is meant, of a dataset's snapshots in any order.
    package func resolve(
        among candidates: [ReferenceCandidate], dataset: String, now: FileTime,
        zone: any ZoneRules
    ) throws(UserError) -> Int {
        let lookup = ReferenceLookup(
            reference: self, all: candidates, dataset: dataset, now: now, zone: zone)
        return try lookup.resolve()
    }
}

/// One reference and the snapshots it is looked up among.
private struct ReferenceLookup {
    let reference: SnapshotReference
    let all: [ReferenceCandidate]
    let present: [ReferenceCandidate]
    let dataset: String
    let now: FileTime
    let zone: any ZoneRules

    init(
        reference: SnapshotReference, all: [ReferenceCandidate], dataset: String, now: FileTime,
        zone: any ZoneRules
    ) {
        self.reference = reference
        self.all = all
        present = all.filter { !$0.isExpired }.sorted { $0.number < $1.number }
        self.dataset = dataset
        self.now = now
        self.zone = zone
    }

    func resolve() throws(UserError) -> Int {
        let number = try base()
        if reference.back == 0 { return number }
        let above = present.prefix { $0.number < number }
        guard reference.back <= above.count else {
            throw UserError(
                .noSnapshot, "\(dataset) has no snapshot \(reference.text)",
                why: "\(above.count) are older than \(number)", remedy: "snapctl list",
                subject: reference.text)
        }
        return above[above.count - reference.back].number
    }

    private func base() throws(UserError) -> Int {
        switch reference.base {
        case .number(let number):
            guard all.contains(where: { $0.number == number }) else { throw noNumber(number) }
            return number
        case .latest:
            guard let last = present.last else { throw nothing() }
            return last.number
        case .label(let label): return try find(label)
        case .time(let time): return try find(time)
        case .live:
            throw UserError(
                .badRef, "live is no snapshot but the directory as it is now",
                why: "it can only be the second operand of diff",
                remedy: "snapctl diff latest live",
                subject: "live")
        }
    }

    private func find(_ label: String) throws(UserError) -> Int {
        let bytes = Array(label.utf8)
        var found = present.filter { $0.label.map { Array($0.utf8) } == bytes }
        if found.isEmpty { found = all.filter { $0.label.map { Array($0.utf8) } == bytes } }
        guard let first = found.first else { throw noLabel(label) }
        guard found.count == 1 else {
            let numbers = found.map(\.number).sorted().map(String.init)
            throw UserError(
                .ambiguousRef, "\(found.count) snapshots have the label \"\(label)\"",
                why: numbers.joined(separator: ", "), remedy: "use the number", subject: label,
                near: numbers)
        }
        return first.number
    }

    private func find(_ time: TimeReference) throws(UserError) -> Int {
        if present.isEmpty { throw nothing() }
        guard let moment = time.moment(now: now, zone: zone) else {
            throw SnapshotReference.malformed(Array(reference.text.utf8))
        }
        let found = present.filter { $0.created <= min(moment, now) }
            .max { ($0.created, $0.number) < ($1.created, $1.number) }
        guard let found else { throw beforeFirst() }
        return found.number
    }

    private func nothing() -> UserError {
        UserError(
            .noSnapshot, "\(dataset) has no snapshots yet", remedy: "snapctl snapshot",
            subject: reference.text)
    }

    private func noNumber(_ number: Int) -> UserError {
        guard let first = present.first, let last = present.last else { return nothing() }
        let typed = String(number)
        let nearest = present.min {
            $0.number.distance(to: number).magnitude < $1.number.distance(to: number).magnitude
        }
        var near = present.map { String($0.number) }
            .filter { NearMatch.distance($0, typed) == 1 }.prefix(2).map { $0 }
        if let nearest, !near.contains(String(nearest.number)) {
            near.append(String(nearest.number))
        }
        return UserError(
            .noSnapshot, "\(dataset) has no snapshot \(reference.text)",
            why: "it has \(first.number) to \(last.number)", remedy: "snapctl list",
            subject: reference.text, near: near)
    }

    private func noLabel(_ label: String) -> UserError {
        let labels = present.compactMap { item in item.label.map { ($0, item.number) } }
        let near = NearMatch.find(label, in: labels.map(\.0) + ["latest", "live"])
        return UserError(
            .noLabel, "\(dataset) has no label \"\(label)\"", remedy: "snapctl list",
            subject: label,
            near: near.prefix(3).map { text in
                labels.first { $0.0 == text }.map { "\(text) (\($0.1))" } ?? text
            })
    }

    private func beforeFirst() -> UserError {
        let oldest = present.filter { $0.created <= now }.min { $0.created < $1.created }
        guard let oldest else {
            return UserError(
                .beforeFirst, "\(dataset) has nothing as old as \(reference.text)",
                why: "all its snapshots are dated in the future", remedy: "snapctl list",
                subject: reference.text)
        }
        let time = TimeText.minute(zone.civilTime(at: oldest.created.seconds))
        return UserError(
            .beforeFirst, "\(dataset) has nothing as old as \(reference.text)",
            why: "oldest: \(oldest.number), \(time)", remedy: "snapctl show \(oldest.number)",
            subject: reference.text)
    }
}
