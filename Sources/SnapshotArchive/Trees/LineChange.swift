internal import SnapshotModel

/// What an edit does to one line of a level.
struct LineChange<Line: TreeListed> {
    /// The last name of the line that is replaced, removed or new.
    var key: [UInt8]
    /// The line that is to stand there; `nil` for none.
    var line: Line?

    /// The lines with the changes made; both are in the order of their keys.
    static func merge(_ lines: [Line], _ changes: ArraySlice<LineChange>) -> [Line] {
        guard !changes.isEmpty else { return lines }
        var merged: [Line] = []
        merged.reserveCapacity(lines.count + changes.count)
        var position = 0
        for change in changes {
            while position < lines.count,
                lines[position].lastName.lexicographicallyPrecedes(change.key)
            {
                merged.append(lines[position])
                position += 1
            }
            if position < lines.count, lines[position].lastName == change.key { position += 1 }
            if let line = change.line { merged.append(line) }
        }
        merged += lines[position...]
        return merged
    }

    /// What turns some lines into others; both are in the order of their keys.
    static func difference(from old: [Line], to new: [Line]) -> [LineChange] {
        var changes: [LineChange] = []
        var position = 0
        for line in new {
            while position < old.count,
                old[position].lastName.lexicographicallyPrecedes(line.lastName)
            {
                changes.append(LineChange(key: old[position].lastName))
                position += 1
            }
            var isNew = true
            if position < old.count, old[position].lastName == line.lastName {
                isNew = old[position] != line
                position += 1
            }
            if isNew { changes.append(LineChange(key: line.lastName, line: line)) }
        }
        changes += old[position...].map { LineChange(key: $0.lastName) }
        return changes
    }
}
