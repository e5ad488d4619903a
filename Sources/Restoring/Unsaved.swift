internal import LinuxSystem
internal import SnapshotModel

/// What a plan takes away although a snapshot does not have it as it was found.
struct Unsaved {
    private static let cacheTag = Array("CACHEDIR.TAG".utf8)

    /// Why each is not to be had from the snapshot, in words.
    private(set) var reasons: [BytePath: String] = [:]
    /// The directories that hold such.
    private(set) var holders: Set<BytePath> = []

    init(
        among paths: some Sequence<BytePath>, of plan: RestorePlan,
        in safety: any SnapshotContents
    ) throws {
        let folders = Dictionary(grouping: paths) { $0.parent ?? .root }
        var directories: [BytePath] = []
        for (folder, paths) in folders.sorted(by: { $0.key < $1.key }) {
            let saved = try Self.listing(of: folder, in: safety)
            for path in paths {
                guard let found = plan.found[path] else {
                    // An empty directory is nothing to lose, but one that is ignored stays.
                    if saved[path.name] == nil { directories.append(path) }
                    continue
                }
                guard found.isLost else { continue }
                reasons[path] = Self.objection(to: found, saved[path.name])
            }
        }
        for path in reasons.keys { hold(path) }
        // Of a directory with files it says enough what is said of them.
        for path in directories where !holders.contains(path) {
            reasons[path] = Self.absent
            hold(path)
        }
    }

    /// Whether a name must stay: itself, for what it holds, or as the tag without which a cache would be saved.
    func keeps(_ path: BytePath) -> Bool {
        if reasons[path] != nil || holders.contains(path) { return true }
        return path.name == Self.cacheTag && holders.contains(path.parent ?? .root)
    }

    private mutating func hold(_ path: BytePath) {
        var path = path
        while let parent = path.parent, holders.insert(parent).inserted { path = parent }
    }

    private static let absent = "ignored, so no snapshot has it: move it away first"
    private static let changed = "changed meanwhile"

    /// Why a snapshot's entry does not bring back what was found; `nil` if it does.
    private static func objection(to found: FoundState, _ entry: TreeEntry?) -> String? {
        guard let entry else { return absent }
        guard entry.kind == found.kind else { return changed }
        switch entry.missing {
        case .tooLarge: return "over max_file_size, so no snapshot has it: move it away first"
        case .unreadable, .unlisted, .damaged:
            return "the agent cannot read it, so no snapshot has it: move it away first"
        case .torn: return "changing all the time, so no snapshot has it whole"
        case nil: break
        }
        if entry.kind == .file {
            if entry.size != found.size { return changed }
            if entry.content == nil, entry.size > 0 {
                return "the agent cannot read it, so no snapshot has it: move it away first"
            }
        }
        return entry.modified == found.modified ? nil : changed
    }

    /// What the snapshot has in a directory: nothing, if it does not have that.
    private static func listing(
        of folder: BytePath, in safety: any SnapshotContents
    ) throws -> [[UInt8]: TreeEntry] {
        do {
            return Dictionary(
                try safety.entries(of: folder).map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        } catch let error as UserError where error.code == .noPath {
            return [:]
        }
    }
}
