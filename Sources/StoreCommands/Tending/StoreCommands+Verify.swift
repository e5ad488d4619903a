package import ControlProtocol
internal import LinuxSystem
internal import SnapshotArchive
package import SnapshotModel
internal import SnapshotStore

extension StoreCommands {
    /// Examines one snapshot, or all that are kept, and says where good copies of what is lost are.
    package func verify(_ parameters: VerifyParameters) throws(UserError) -> VerifyReport {
        let start = MonotonicInstant.now
        var snapshots = store.snapshots
        if let reference = parameters.reference { snapshots = [try resolve(reference.bytes)] }
        progress.begin("checking", files: snapshots.count)
        var findings: [Finding] = []
        var result = VerifiedDataset(
            dataset: dataset, ok: true, snapshots: snapshots.count, bytesRead: 0, damage: [])
        for snapshot in snapshots {
            try progress.checkCancelled()
            let checked = try examine(snapshot, readData: parameters.readData)
            findings += checked.findings
            result.bytesRead += checked.bytesRead
            result.trees += snapshot.record.counts.directories
        }
        result.damage = try reports(of: findings)
        result.ok = result.damage.isEmpty
        result.duration = Self.seconds(since: start)
        return VerifyReport(dataset: dataset, datasets: [result])
    }

    /// Damage and the snapshot that has it.
    private struct Finding {
        let snapshot: StoredSnapshot
        let damage: Damage
    }

    private func examine(
        _ snapshot: StoredSnapshot, readData: Bool
    ) throws(UserError) -> (findings: [Finding], bytesRead: Int64) {
        let archive: ArchiveReader
        do throws(UserError) {
            archive = try view(snapshot).archive
        } catch {
            let damage = Damage(.structure, message: error.why ?? error.message)
            return ([Finding(snapshot: snapshot, damage: damage)], 0)
        }
        var damage = try archive.check(readData: readData, progress: progress)
        do throws(UserError) {
            try ForeignCheck.check(archive)
        } catch {
            // Our own reader usually saw the same already, and in words that say more.
            if damage.isEmpty {
                damage.append(Damage(.structure, message: error.why ?? error.message))
            }
        }
        if !readData { progress.add(files: 1) }
        let bytes = readData ? archive.entries.reduce(0) { $0 + $1.plain } : 0
        return (damage.map { Finding(snapshot: snapshot, damage: $0) }, bytes)
    }

    private func reports(of findings: [Finding]) throws(UserError) -> [DamageReport] {
        let bad = Set(findings.map(\.snapshot.number))
        let good = findings.isEmpty ? [] : readable(except: bad)
        return findings.map { finding in
            let copy = finding.damage.digest.flatMap { digest in
                good.last { $0.archive.holds(digest) || $0.archive.holdsTree(digest) }
            }
            return DamageReport(
                snapshot: finding.snapshot.number,
                file: String(decoding: finding.snapshot.fileName, as: UTF8.self),
                path: finding.damage.path, kind: finding.damage.kind.rawValue,
                otherCopy: copy?.snapshot.number, detail: finding.damage.message)
        }
    }

    /// The snapshots in which a good copy may be: those in which nothing was found.
    private func readable(except bad: Set<Int>) -> [SnapshotView] {
        store.snapshots.compactMap { snapshot in
            // One that cannot be opened has no good copy of anything.
            bad.contains(snapshot.number) ? nil : try? view(snapshot)
        }
    }
}

extension VerifyReport {
    /// The findings of several datasets as one.
    package init(merging reports: [VerifyReport]) {
        self.init(
            dataset: reports.count == 1 ? reports[0].dataset : nil,
            datasets: reports.flatMap(\.datasets))
    }
}
