internal import LinuxSystem
internal import SnapshotModel
internal import SnapshotStore

/// The walk over a snapshot, side by side with the target, that makes a plan.
struct PlanningWalk {
    /// Where a walk begins.
    struct Start {
        var selection: PathSelection
        /// The snapshot's directory that becomes the target's root.
        var directory: BytePath
    }

    /// A directory whose names are being gone through.
    struct Level {
        var source: BytePath
        var target: BytePath
        var items: [RestoreItem]
        var position = 0
        var isSelected: Bool
        var rules: HidingRules
    }

    let contents: any SnapshotContents
    let request: RestoreRequest
    let progress: JobProgress?
    let rootStatus: FileStatus
    let record: SnapshotRecord
    /// The paths in the snapshot whose attributes it may not know.
    let unreadPaths: Set<BytePath>
    let setsOwners = SystemIdentity.effectiveUserID == 0
    var plan: RestorePlan
    var selection = PathSelection([])
    private var levels: [Level] = []

    init(
        contents: any SnapshotContents, request: RestoreRequest, progress: JobProgress?,
        rootStatus: FileStatus
    ) {
        self.contents = contents
        self.request = request
        self.progress = progress
        self.rootStatus = rootStatus
        record = contents.record
        unreadPaths = record.unreadPaths
        plan = RestorePlan(target: request.target)
    }

    mutating func run(from start: Start, target: borrowing FileDescriptor) throws {
        selection = start.selection
        var rules = HidingRules(
            stored: IgnoreRules(patterns: record.excludes), live: request.excludes)
        for depth in 0..<start.directory.components.count {
            let above = BytePath.joined(Array(start.directory.components[..<depth]))
            rules = rules.entering(above, entries: try contents.entries(of: above), of: contents)
        }
        let isWhole = selection.contains(.root)
        try enter(
            Step(
                source: start.directory, target: .root, isSelected: isWhole,
                exists: plan.targetState == .filled,
                isListed: record.rootEntry.missing == nil, rules: rules), root: target)
        if isWhole { planRoot(target) }
        defer { plan.planLinks() }
        while var level = levels.popLast() {
            guard level.position < level.items.count else { continue }
            let item = level.items[level.position]
            level.position += 1
            let (source, rules) = (level.source.appending(item.entry.name), level.rules)
            let isSelected = level.isSelected || selection.contains(source)
            levels.append(level)
            plan.items.append(item)
            guard item.entry.kind == .directory else { continue }
            try progress?.checkCancelled()
            try enter(
                Step(
                    source: source, target: item.path, isSelected: isSelected,
                    exists: item.existing == .directory,
                    isListed: item.entry.missing == nil, rules: rules), root: target)
        }
    }

    /// The root itself is set right where it is wholly the snapshot's, not where files join others.
    private mutating func planRoot(_ root: borrowing FileDescriptor) {
        if case .directory = request.destination, plan.targetState == .filled { return }
        guard record.rootEntry.kind == .directory else { return }
        plan.rootEntry = record.rootEntry
        plan.hasAllRootAttributes = !unreadPaths.contains(.root)
        if plan.targetState == .filled {
            plan.adjustsRoot = rootDiffers(record.rootEntry, root)
        }
    }

    /// A directory that is to be gone through next.
    private struct Step {
        var source: BytePath
        var target: BytePath
        var isSelected: Bool
        /// Whether the target has it as a directory.
        var exists: Bool
        /// Whether the snapshot knows all that it held.
        var isListed: Bool
        var rules: HidingRules
    }

    private mutating func enter(_ step: Step, root: borrowing FileDescriptor) throws {
        guard let listed = try storedEntries(step) else { return }
        var (entries, bad) = NameCheck.sorted(listed)
        for (entry, reason) in bad {
            fail(step.target.appending(entry.name), .unsafeEntry, reason)
        }
        if !step.isSelected {
            let names = selection.names(leadingOnFrom: step.source)
            entries.removeAll { !names.contains($0.name) }
        }
        var level = Level(
            source: step.source, target: step.target, items: [], isSelected: step.isSelected,
            rules: step.rules)
        if step.exists {
            let directory = try open(step.target, below: root)
            level.rules = step.rules.entering(step.source, entries: listed, of: contents)
                .entering(step.source, on: directory)
            level.items = try compare(entries, in: directory, level: level, root: root)
            if step.isSelected, step.isListed, Self.saysWhatItHolds(listed) {
                try surveyExtras(besides: listed, in: directory, level: level, root: root)
            }
        } else {
            level.items = entries.compactMap { creation(of: $0, level: level) }
        }
        levels.append(level)
    }

    /// What the snapshot has in a directory; `nil`, said in the plan, where that is not known.
    private mutating func storedEntries(_ step: Step) throws -> [TreeEntry]? {
        guard step.isListed else {
            fail(step.target, .notInSnapshot, "could not be listed when the snapshot was taken")
            return nil
        }
        do {
            return try contents.entries(of: step.source)
        } catch let error as UserError where error.code == .damaged && !step.target.isRoot {
            if StoreObjects.isAbsence(error) {
                fail(step.target, .lost, "no zip of the store has its listing any more")
            } else {
                fail(step.target, .damaged, "the stored listing differs from its hash")
            }
            return nil
        }
    }

    private func open(
        _ target: BytePath, below root: borrowing FileDescriptor
    ) throws(UserError) -> FileDescriptor {
        do {
            return try root.openBeneath(target, [.readOnly, .directory])
        } catch {
            throw error.asUserError()
        }
    }

    /// Whether a directory's listing in the snapshot is all that was there: a cache tag alone hides the rest.
    private static func saysWhatItHolds(_ entries: [TreeEntry]) -> Bool {
        !(entries.count == 1 && entries[0].name == Array("CACHEDIR.TAG".utf8))
    }
}
