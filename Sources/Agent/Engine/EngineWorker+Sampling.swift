import Configuration
import ControlProtocol
import LinuxSystem
import Restoring
import SnapshotCatalog
import SnapshotModel
import SnapshotStore
import TreeScanning
import TreeWatching

/// Looking for what no event and no time stamp tells of.
extension EngineWorker {
    /// The alarm for content that changed without a trace.
    static let rotAlarm = AlarmCode.rot

    /// Has the next snapshot look at everything and read a sample, whatever the events said.
    func compareEverything() {
        fullWalkReason = "asked for"
        services.watcher.refresh(engine.watchID)
        takesSample = true
    }

    /// Opens the root; one that must not be read any more stops expiry.
    func openRoot() throws(SystemError) -> FileDescriptor {
        do throws(SystemError) {
            return try TreeScanner.openRoot(engine.configuration.path)
        } catch {
            brakeIfUnreadable(error)
            throw error
        }
    }

    /// Reads a sample of the files that look unchanged, if this walk is for that.
    func readSample(
        of scanned: inout ScannedTree, root: borrowing FileDescriptor, progress: JobProgress
    ) throws(UserError) {
        guard takesSample || !rotten.isEmpty, let newest = store.newest else { return }
        progress.begin("verifying")
        let finding = try rotProbe.resolve(&scanned, root: root, progress: progress)
        try tell(finding, newest)
    }

    /// The same after a scan of changes, for which the catalog has the files that look unchanged.
    func readSample(
        into changes: inout ScannedChanges, _ draft: SnapshotDraft?,
        root: borrowing FileDescriptor, progress: JobProgress
    ) throws(UserError) {
        guard takesSample || !rotten.isEmpty, let newest = store.newest else { return }
        progress.begin("verifying")
        let probe = rotProbe
        var finding = RotProbe.Finding()
        var pending = PendingReads(changes)
        func check(_ path: BytePath, _ known: KnownEntry) {
            let item = ScannedItem(
                entry: known.entry, path: path, parent: 0, identity: known.identity,
                needsRead: false)
            if probe.check(item, root: root, &finding, progress) {
                pending.add(path, known, root: root)
            }
        }
        // What a part has is as it is now.
        func isDrafted(_ path: BytePath) throws(UserError) -> Bool {
            guard draft != nil else { return false }
            return try store.hasDrafted(path)
        }
        for path in rotten.sorted() {
            let known = try store.withCatalog { try $0.entry(at: path) }
            if let known, known.entry.content != nil, try !isDrafted(path) { check(path, known) }
        }
        for node in try store.withCatalog({ try $0.sampleOfFiles(percent: probe.share) }) {
            try progress.checkCancelled()
            let file = try store.withCatalog { try $0.file(node) }
            guard let file, !rotten.contains(file.path), try !isDrafted(file.path) else { continue }
            check(file.path, file.known)
        }
        changes = pending.found
        try tell(finding, newest)
    }

    private var rotProbe: RotProbe {
        RotProbe(share: takesSample ? engine.configuration.verifySample : 0, suspects: rotten)
    }

    private func tell(_ finding: RotProbe.Finding, _ newest: StoredSnapshot) throws(UserError) {
        guard !finding.rotten.isEmpty else {
            if finding.sampled > 0 {
                services.report(
                    .verify, dataset: name,
                    "good: \(Counted.text(finding.sampled, "file")) read, each as in \(newest.number)"
                )
            }
            return
        }
        let news = Set(finding.rotten).subtracting(rotten)
        rotten.formUnion(finding.rotten)
        for path in news.sorted() {
            services.report(
                .verify, dataset: name,
                "ROT: \(path.display) differs from \(newest.number), its size and times do not",
                level: .error)
        }
        try keepForGood(newest.number, because: "files rotted after it")
        let first = finding.rotten[0].display
        let others = finding.rotten.count - 1
        let more = others == 0 ? "" : " and \(others) more"
        tellRot(
            "\(first)\(more) changed without a trace; \(newest.number), now pinned, has it as it was",
            remedy: "check the disk; snapctl diff \(newest.number) live; then: snapctl resume")
    }
}
