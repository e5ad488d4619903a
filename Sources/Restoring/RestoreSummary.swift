package import SnapshotModel

/// Equal failures of several names.
package struct FailureGroup: Sendable, Hashable {
    /// The kind of failure.
    package var code: RestoreFailure.Code
    /// The reason in words.
    package var message: String
    /// The names, in the order in which they failed.
    package var paths: [BytePath]
}

/// What a restore did.
package struct RestoreSummary: Sendable {
    /// Names that were not there.
    package var created = RestoreTally()
    /// Names that were replaced.
    package var overwritten = RestoreTally()
    /// Names that were removed.
    package var deleted = RestoreTally()
    /// Names that needed nothing.
    package var same = RestoreTally()
    /// Names of which only mode, owner, time or attributes were set.
    package var adjusted = RestoreTally()
    /// Directories that were made or set right.
    package var directories = 0
    /// What failed, in the order of the plan.
    package var failed: [RestoreFailure] = []
    /// What the snapshot holds but was not applied, in words.
    package var notApplied: [String] = []
    /// Whether it was stopped before its end; nothing is left half done then.
    package var isStopped = false
    /// Why the rest was not tried, if the target's file system gave up.
    package var abandoned: String?

    /// Makes an empty summary.
    package init() {}

    /// Names that were changed.
    package var changedFiles: Int {
        created.files + overwritten.files + adjusted.files
    }

    /// Whether everything is as in the snapshot now.
    package var isComplete: Bool { failed.isEmpty && !isStopped && abandoned == nil }

    /// The failures, equal ones together, the largest group first.
    package var groups: [FailureGroup] {
        var groups: [FailureGroup] = []
        var places: [FailureGroup.Key: Int] = [:]
        for failure in failed {
            let key = FailureGroup.Key(code: failure.code, message: failure.message)
            if let place = places[key] {
                groups[place].paths.append(failure.path)
            } else {
                places[key] = groups.count
                groups.append(
                    FailureGroup(
                        code: failure.code, message: failure.message, paths: [failure.path]))
            }
        }
        return groups.sorted { $0.paths.count > $1.paths.count }
    }
}

extension FailureGroup {
    fileprivate struct Key: Hashable {
        let code: RestoreFailure.Code
        let message: String
    }
}
