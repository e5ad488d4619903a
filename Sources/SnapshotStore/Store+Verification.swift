package import LinuxSystem
package import SnapshotArchive
package import SnapshotModel

/// Something in a store that is not as it was written.
package struct StoreDamage: Sendable, Hashable {
    /// The snapshot that has it.
    package var snapshot: Int
    /// The zip's name.
    package var file: [UInt8]
    /// What is wrong, and which path is lost by it.
    package var damage: Damage
    /// The number of another snapshot with a good copy of what is lost.
    package var otherCopy: Int?
}

/// What came of examining a store.
package struct StoreVerification: Sendable, Hashable {
    /// How many snapshots were examined.
    package var snapshots = 0
    /// Plain bytes that were unpacked and compared with their hashes.
    package var bytesRead: Int64 = 0
    /// What is not as it was written.
    package var damage: [StoreDamage] = []

    /// How many zips are damaged.
    package var damagedZips: Int { Set(damage.map(\.file)).count }
}

extension Store {
    /// Examines every kept snapshot, or only one: its structure and trees, and with `readData` every byte.
    ///
    /// No snapshot is changed, and what to do about damage is the caller's business; but the catalog learns which
    /// contents of the newest snapshot must not be carried into the next.
    package func verify(
        only number: Int? = nil, readData: Bool, progress: JobProgress = JobProgress()
    ) throws(UserError) -> StoreVerification {
        var result = StoreVerification()
        let examined = if let number { [try snapshot(number)] } else { snapshots }
        if !readData { progress.begin("checking", files: examined.count) }
        for snapshot in examined {
            try progress.checkCancelled()
            result.snapshots += 1
            let reader: ArchiveReader
            do throws(UserError) {
                reader = try openArchive(snapshot)
            } catch {
                result.damage.append(
                    StoreDamage(
                        snapshot: snapshot.number, file: snapshot.fileName,
                        damage: Damage(.structure, message: error.why ?? error.message)))
                continue
            }
            for damage in try Self.damage(in: reader, readData: readData, progress) {
                result.damage.append(
                    StoreDamage(
                        snapshot: snapshot.number, file: snapshot.fileName, damage: damage))
            }
            if !readData { progress.add(files: 1) }
            if readData { result.bytesRead += reader.entries.reduce(0) { $0 + $1.plain } }
        }
        try findCopies(for: &result)
        try distrust(result)
        return result
    }

    /// What our own reader finds in a zip, or libzip where ours finds nothing.
    private static func damage(
        in reader: ArchiveReader, readData: Bool, _ progress: JobProgress
    ) throws(UserError) -> [Damage] {
        let damage = try reader.check(readData: readData, progress: progress)
        guard damage.isEmpty else { return damage }
        do throws(UserError) {
            try ForeignCheck.check(reader)
            return []
        } catch {
            return [Damage(.structure, message: error.why ?? error.message)]
        }
    }

    /// Looks for contents that are damaged in one snapshot and whole in another.
    private func findCopies(for result: inout StoreVerification) throws(UserError) {
        let wanted = Set(result.damage.compactMap(\.damage.digest))
        guard !wanted.isEmpty else { return }
        var copies: [Digest: Int] = [:]
        for snapshot in snapshots.reversed() {
            // A zip that cannot be opened has been reported, and has no good copies.
            guard let reader = try? openArchive(snapshot) else { continue }
            for digest in wanted where copies[digest] == nil && reader.holds(digest) {
                // That it says so is not enough here: the copy is read.
                let isGood = (try? reader.readContent(digest) { _ in }) != nil
                if isGood { copies[digest] = snapshot.number }
            }
        }
        for index in result.damage.indices {
            result.damage[index].otherCopy = result.damage[index].damage.digest
                .flatMap { copies[$0] }
        }
    }
}
