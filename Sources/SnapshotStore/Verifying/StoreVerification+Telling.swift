internal import SnapshotArchive
internal import SnapshotModel

/// One loss is told once, however many looks have found it.
extension StoreVerification {
    /// Takes contents for found that lie whole in an entry that is listed under another hash: the entry is what is damaged.
    mutating func foundUnderOtherHash() {
        let absent = Set(damage.filter(\.file.isEmpty).compactMap(\.damage.digest))
        var found: Set<Digest> = []
        for index in damage.indices {
            guard let other = damage[index].damage.other, absent.contains(other),
                found.insert(other).inserted
            else { continue }
            damage[index].damage.digest = other
        }
        damage.removeAll { $0.file.isEmpty && $0.damage.digest.map(found.contains) == true }
    }

    /// Leaves of several findings about one object in one zip the one that says most.
    mutating func tellOnce() {
        var first: [Finding: Int] = [:]
        var told: [StoreDamage] = []
        for item in damage {
            guard let digest = item.damage.digest else {
                told.append(item)
                continue
            }
            let finding = Finding(file: item.file, object: digest)
            guard let index = first[finding] else {
                first[finding] = told.count
                told.append(item)
                continue
            }
            if item.weight > told[index].weight { told[index] = item }
        }
        damage = told
    }

    private struct Finding: Hashable {
        var file: [UInt8]
        var object: Digest
    }
}

extension StoreDamage {
    /// How much a finding says: whether it is about the zip's own bytes, then whom it harms.
    fileprivate var weight: Int { (isElsewhere ? 0 : 2) + (snapshots.isEmpty ? 0 : 1) }
}
