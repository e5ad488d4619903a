internal import LinuxSystem
internal import SnapshotModel

/// The rules that hide files in a directory, in the snapshot and now.
///
/// What either hides is in no snapshot, so nothing could bring it back: restoring never removes it.
struct HidingRules {
    private var stored: IgnoreStack
    private var live: IgnoreStack
    /// Set below an ignore file that could not be read: nobody knows what it hides.
    private var hidesAll = false

    init(stored: IgnoreRules, live: IgnoreRules) {
        self.stored = IgnoreStack(root: stored)
        self.live = IgnoreStack(root: live)
    }

    /// Whether a path of the dataset is hidden, given that the directories that hold it are not.
    func hides(_ path: BytePath, isDirectory: Bool) -> Bool {
        hidesAll || stored.ignoresEntry(path, isDirectory: isDirectory)
            || live.ignoresEntry(path, isDirectory: isDirectory)
    }

    /// The rules inside a directory of the snapshot, which its own ignore file adds to.
    func entering(
        _ directory: BytePath, entries: [TreeEntry], of contents: any SnapshotContents
    ) -> HidingRules {
        guard
            let file = entries.first(where: { $0.name == IgnoreRules.fileName && $0.kind == .file })
        else { return self }
        var rules = self
        do {
            rules.stored.add(try Self.read(file, of: contents), of: directory)
        } catch {
            rules.hidesAll = true
        }
        return rules
    }

    private static func read(
        _ file: TreeEntry, of contents: any SnapshotContents
    ) throws -> IgnoreRules {
        guard file.size > 0 else { return IgnoreRules() }
        guard let digest = file.content, !file.isCondensed else {
            throw UserError(.damaged, "an ignore file is missing", remedy: "snapctl verify")
        }
        var content: [UInt8] = []
        try contents.readContent(digest) { piece in
            for index in piece.indices where content.count < limit { content.append(piece[index]) }
        }
        return IgnoreRules(content: content)
    }

    /// The rules inside a directory on disk, which its own ignore file adds to.
    func entering(_ directory: BytePath, on disk: borrowing FileDescriptor) -> HidingRules {
        do {
            let file = try disk.open(IgnoreRules.fileName, [.readOnly, .noFollow, .nonBlocking])
            guard try file.status().kind == .file else { return self }
            var rules = self
            rules.live.add(
                IgnoreRules(content: try file.readAll(atMost: Int(Self.limit))), of: directory)
            return rules
        } catch {
            // There is none, or none that a scan could read either: it hides nothing.
            return self
        }
    }

    private static let limit: Int64 = 1 << 20
}
