import Glibc

/// Asks until there is an answer, at most for a time; the only pause that tests make.
///
/// - Returns: the answer, or nil when the time is over.
package func eventually<Answer>(
    within limit: Duration = .seconds(30), _ question: () throws -> Answer?
) rethrows -> Answer? {
    let end = ContinuousClock.now + limit
    repeat {
        if let answer = try question() { return answer }
        usleep(2000)
    } while ContinuousClock.now < end
    return try question()
}
