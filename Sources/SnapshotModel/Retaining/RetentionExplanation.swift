/// The words for a decision.
enum RetentionExplanation {
    /// Why a snapshot stays: a person's word and `last` say enough, else every period counts.
    static func ofKept(_ reasons: [RetentionReason]) -> String {
        let isLast = reasons.contains { $0.rule == "last" }
        var parts = [String]()
        var hasNamedBucket = false
        for reason in reasons {
            switch reason.rule {
            case "newest-whole": parts.append("newest whole one")
            case "future": parts.append("dated in the future")
            case "within": if !isLast { parts.append("within \(reason.bucket ?? "")") }
            case "pinned", "oldest", "newest": parts.append(reason.rule)
            default:
                if isLast, reason.rule != "last" { continue }
                let bucket = hasNamedBucket ? nil : reason.bucket
                hasNamedBucket = hasNamedBucket || bucket != nil
                parts.append(
                    "\(reason.rule)\(bucket.map { " \($0)" } ?? "") "
                        + "(\(reason.position ?? 0) of \(reason.of ?? 0))")
            }
        }
        return parts.joined(separator: "; ")
    }

    /// Why a snapshot goes: the one that took its place, else that it is older than all rules reach.
    static func ofExpired(
        _ number: Int, takenBy winner: Int?, in periods: [RetentionPeriod], policy: RetentionPolicy
    ) -> String {
        guard let winner else { return "older than \(policy.summary)" }
        let units = periods.map(\.unit).joined(separator: ", ")
        return winner > number
            ? "\(winner) is newer in its \(units)" : "\(winner) is whole and in its \(units)"
    }
}
