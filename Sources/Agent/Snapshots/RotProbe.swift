import LinuxSystem
import SnapshotModel
import TreeScanning

/// Reads a random sample of files that look unchanged, and finds those whose content differs all the same.
///
/// Nothing but a failing disk, or a program that goes behind the kernel's back, does that.
struct RotProbe {
    private static let window = 1 << 20

    /// Percent of the files that are read.
    let share: Double
    /// Files that are read in any case.
    let suspects: Set<BytePath>

    /// What a sample came to.
    struct Finding {
        /// How many files were read.
        var sampled = 0
        /// Those whose content is not what the newest snapshot has.
        var rotten: [BytePath] = []
    }

    /// Reads the sample; what differs is marked in the tree as changed.
    ///
    /// - Throws: `interrupted`.
    func resolve(
        _ scanned: inout ScannedTree, root: borrowing FileDescriptor, progress: JobProgress
    ) throws(UserError) -> Finding {
        var finding = Finding()
        for index in scanned.items.indices where isChosen(scanned.items[index]) {
            try progress.checkCancelled()
            guard check(scanned.items[index], root: root, &finding, progress) else { continue }
            scanned.items[index].entry.dropContent()
            scanned.items[index].needsRead = true
        }
        return finding
    }

    /// Reads a file whose content is known; `true` if it has rotted.
    func check(
        _ item: ScannedItem, root: borrowing FileDescriptor, _ finding: inout Finding,
        _ progress: JobProgress
    ) -> Bool {
        var buffer: [UInt8] = []
        buffer.reserveCapacity(Self.window)
        let digest = StableDigest.of(
            item, as: item.entry.condensedMap, root: root, buffer: &buffer, window: Self.window,
            progress: progress)
        guard let digest else { return false }
        finding.sampled += 1
        guard digest != item.entry.content else { return false }
        finding.rotten.append(item.path)
        return true
    }

    private func isChosen(_ item: ScannedItem) -> Bool {
        guard item.entry.kind == .file, !item.needsRead, item.entry.content != nil else {
            return false
        }
        return Double.random(in: 0..<100) < share || suspects.contains(item.path)
    }
}
