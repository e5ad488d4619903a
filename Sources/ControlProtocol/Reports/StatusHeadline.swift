/// What the first line of `status` says, and of which datasets.
package enum StatusHeadline: Sendable, Hashable {
    /// Everything is saved, and nothing is wrong.
    case well(datasets: Int)
    /// Everything is saved, but somebody has to look at something.
    case warned([String])
    /// Nothing is known to be wrong, but not everything was compared and saved yet since the agent began.
    case catchingUp([String])
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
            let gaps = names { $0.verdict == .gaps && !$0.isSavedWhole && !$0.isCatchingUp }
            if !gaps.isEmpty { return .gaps(gaps) }
            let begun = names { $0.verdict == .gaps && $0.isCatchingUp }
            return begun.isEmpty ? .warned(names { $0.verdict == .gaps }) : .catchingUp(begun)
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

extension DatasetStatus {
    /// Whether all that keeps the verdict from being a good one is that the first comparison of everything since the
    /// agent began, or the first snapshot, is not done yet.
    package var isCatchingUp: Bool {
        guard verdict == .gaps, state != .paused, state != .full else { return false }
        return (lastFullWalk == nil || lastSnapshot == nil) && lastSnapshot?.missing ?? 0 == 0
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
