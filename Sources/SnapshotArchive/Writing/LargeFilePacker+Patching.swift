internal import LinuxSystem
internal import SnapshotModel
internal import Synchronization

extension SharedFile: NewContent {}

extension LargeFilePacker {
    /// How making a patch went.
    enum PatchResult {
        /// The content is made by this patch, or is one that the store has.
        case done(content: Digest, patch: WrittenPatch?, signatures: BlockSignatures)
        /// The file could not be read.
        case failed(SystemError)
        /// The file is better packed whole.
        case notWorthIt
    }

    /// Makes a patch of a new version over the one before, at the end of the zip, with one reading of the file.
    func makePatch(of file: SharedFile, _ item: ArchiveItem, _ index: Int) throws -> PatchResult {
        guard let bases = job.plan.bases, let before = job.plan.predecessors[index],
            job.plan.condensedPredecessors.contains(index) == (file.condensed != nil),
            let (base, limit) = try bases.usable(for: before)
        else { return .notWorthIt }
        var counted: Int64 = 0
        let number = job.results.withLock { $0.patches.count } + packer.found.patches.count
        let entry = PatchEntry(job.patchHeader(number, item), in: job.output)
        do {
            let patch = try PatchEncoder.encode(
                file, over: base, key: bases.key, limit: limit,
                progress: { bytes in
                    try job.progress.checkCancelled()
                    job.progress.add(bytes: bytes)
                    counted += bytes
                }, sink: { try entry.append($0) })
            guard let patch, !patch.wasCut else {
                job.progress.add(bytes: -counted)
                return .notWorthIt
            }
            if try job.leavesOut(patch.content) || job.isRepeated(patch.content) {
                return .done(content: patch.content, patch: nil, signatures: patch.signatures)
            }
            let written = WrittenPatch(
                item: index, content: patch.content, size: patch.size, base: base.content,
                entry: try entry.finish())
            return .done(content: patch.content, patch: written, signatures: patch.signatures)
        } catch {
            if let failure = entry.failure { throw failure }
            if let interruption = error as? UserError, interruption.code == .interrupted {
                throw interruption
            }
            job.progress.add(bytes: -counted)
            if let failure = error as? SystemError { return .failed(failure) }
            // The old version cannot be read: the new one does without it.
            return .notWorthIt
        }
    }
}

extension PatchBases {
    /// The base of a new version, `nil` also where the old one cannot be read: verifying finds and tells that.
    fileprivate func usable(for content: Digest) throws -> (base: PatchBase, limit: Int64)? {
        do {
            return try base(for: content)
        } catch let error as UserError where error.code == .damaged {
            return nil
        }
    }
}

extension PackingJob {
    fileprivate func patchHeader(_ number: Int, _ item: ArchiveItem) -> ZipEntry {
        ZipEntry(
            name: OwnName.patch(number: number), kind: .file, permissions: 0o600,
            uid: item.entry.uid, gid: item.entry.gid, modified: item.entry.modified.seconds)
    }
}
