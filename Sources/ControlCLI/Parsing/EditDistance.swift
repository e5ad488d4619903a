/// How many typing errors lie between two words.
enum EditDistance {
    /// The Damerau-Levenshtein distance: letters missing, added, wrong, or two neighbours swapped.
    static func between(_ left: String, _ right: String) -> Int {
        let (from, to) = (Array(left.unicodeScalars), Array(right.unicodeScalars))
        var rows = [Array(0...to.count)]
        for row in 0..<from.count {
            var next = [row + 1]
            for column in 0..<to.count {
                let wrong = rows[row][column] + (from[row] == to[column] ? 0 : 1)
                var best = min(rows[row][column + 1] + 1, next[column] + 1, wrong)
                if row > 0, column > 0, from[row] == to[column - 1], from[row - 1] == to[column] {
                    best = min(best, rows[row - 1][column - 1] + 1)
                }
                next.append(best)
            }
            rows.append(next)
        }
        return rows[from.count][to.count]
    }

    /// The candidates that a person may have meant, likeliest first.
    static func near(_ word: String, among candidates: [String]) -> [String] {
        let limit = max(1, word.unicodeScalars.count / 3)
        let ranked = candidates.map { (distance: between(word, $0), word: $0) }
        return
            ranked.filter { $0.distance <= limit }
            .sorted { ($0.distance, $0.word.count) < ($1.distance, $1.word.count) }
            .map(\.word)
    }
}
