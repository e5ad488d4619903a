/// Words that a mistyped one may stand for.
package enum NearMatch {
    /// The candidates within a third of the word's length of it, at least one slip, the nearest first.
    package static func find(_ word: String, in candidates: some Sequence<String>) -> [String] {
        let limit = max(1, word.count / 3)
        var found = [(distance: Int, place: Int, text: String)]()
        for (place, candidate) in candidates.enumerated() {
            let distance = distance(word, candidate)
            if distance <= limit { found.append((distance, place, candidate)) }
        }
        return found.sorted { ($0.distance, $0.place) < ($1.distance, $1.place) }.map(\.text)
    }

    /// How many letters to add, drop, change or swap with their neighbour (Damerau and Levenshtein).
    ///
    /// No letter is touched twice, which is all that typing errors need.
    package static func distance(_ left: String, _ right: String) -> Int {
        let (source, target) = (Array(left), Array(right))
        var beforeLast = [Int]()
        var last = Array(0...target.count)
        for row in source.indices {
            var current = [row + 1]
            for column in target.indices {
                let change = source[row] == target[column] ? 0 : 1
                var best = min(last[column + 1] + 1, current[column] + 1, last[column] + change)
                if row > 0, column > 0, source[row] == target[column - 1],
                    source[row - 1] == target[column]
                {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[target.count]
    }
}
