package import SnapshotModel

/// How a store is repaired.
package struct RepairOptions: Sendable {
    /// Whether nothing is changed, only said what would be.
    package var isDryRun = false

    /// Makes the options of a repair.
    package init(isDryRun: Bool = false) {
        self.isDryRun = isDryRun
    }
}

/// What a repair did, or would do, about one thing.
package enum RepairResult: Sendable, Hashable {
    /// It was replaced by a good copy, or written anew from what says the same.
    case mended
    /// No zip had it: it was read from the directory again.
    case taken
    /// Nothing has it: the snapshots that show it are marked.
    case lost
    /// It is as damaged as before.
    case left
}

/// One thing that was damaged.
package struct RepairedDamage: Sendable, Hashable {
    /// What was found.
    package var found: StoreDamage
    /// What became of it.
    package var action: RepairResult

    /// Makes it from what was found and what became of it.
    package init(found: StoreDamage, action: RepairResult) {
        self.found = found
        self.action = action
    }
}

/// What came of a repair.
package struct RepairOutcome: Sendable, Hashable {
    /// How many snapshots were examined.
    package var snapshots = 0
    /// Plain bytes that were unpacked and compared with their hashes, to find out.
    package var bytesRead: Int64 = 0
    /// What was damaged, and what became of it.
    package var items: [RepairedDamage] = []
    /// Zips of snapshots under other names, which have their own ones again; of a dry run, those that would have.
    package var renamed: [RepairedDamage] = []
    /// Zips that were made anew under their names; of a dry run, those that would be.
    package var mended: [[UInt8]] = []
    /// Files of the store beside its zips that were written anew.
    package var rewritten: [[UInt8]] = []
    /// What is lost for good and was not marked before, by the numbers of the snapshots that show it.
    package var lost: [Int: [LostItem]] = [:]
    /// What was marked as lost before.
    package var known: [StoreDamage] = []
    /// What is damaged after all.
    package var left: [StoreDamage] = []
    /// Why the directory could not be read again, if it could not.
    package var untaken: UserError?

    /// Makes the outcome of a repair that found nothing.
    package init() {}

    /// Whether everything that was found damaged is whole now.
    package var isMended: Bool {
        lost.isEmpty && left.isEmpty && !items.contains { $0.action == .lost }
    }
}
