/// What the first line of `status` says, and of which datasets.
package enum StatusHeadline: Sendable, Hashable {
    /// Everything is saved, and nothing is wrong.
    case well(datasets: Int)
    /// Everything is saved, but somebody has to look at something.
    case warned([String])
    /// Something is left out of what is saved.
    case gaps([String])
    /// Something is not saved; no names where no dataset is served.
    case unprotected([String])
}

extension StatusReport {
    /// What the first line says; it names the datasets with the worst verdict.
    package var headline: StatusHeadline {
        func names(where isMeant: (DatasetStatus) -> Bool) -> [String] {
            datasets.filter(isMeant).map(\.name)
        }
        switch verdict {
        case .ok: return .well(datasets: datasets.count)
        case .unprotected: return .unprotected(names { $0.verdict == .unprotected })
        case .gaps:
            let gaps = names { $0.verdict == .gaps && !$0.isSavedWhole }
            return gaps.isEmpty ? .warned(names { $0.verdict == .gaps }) : .gaps(gaps)
        }
    }
}

extension DatasetStatus {
    /// Whether everything is saved, and what is wrong leaves no gap: a configuration with a mistake, expiry that is
    /// stopped, a disk that will be full.
    package var isSavedWhole: Bool {
        guard verdict != .unprotected, lastFullWalk != nil, lastSnapshot?.missing == 0 else {
            return false
        }
        return verdict == .ok
            || !alarms.isEmpty
                && alarms.allSatisfy { AlarmCode(rawValue: $0.code)?.leavesNoGap == true }
    }
}

extension AlarmCode {
    fileprivate var leavesNoGap: Bool {
        switch self {
        case .brake, .config, .full: true
        case .gap, .late, .paused, .proof, .rot, .unread: false
        }
    }
}
