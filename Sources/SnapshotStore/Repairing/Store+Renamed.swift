internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotModel
internal import Synchronization

/// The zip of a snapshot that is missed, under a name that somebody gave it.
struct RenamedZip {
    let name: [UInt8]
    let place: ZipPlace
    let record: SnapshotRecord
    /// What it holds.
    let objects: Set<Digest>

    /// What there is to say of it.
    var finding: StoreDamage {
        StoreDamage(
            file: name,
            damage: Damage(.renamed, message: "it is snapshot \(record.number) under another name"),
            snapshots: [record.number])
    }
}

extension Store {
    /// The zips of snapshots that are missed, as far as they are in the store under other names: what they say of
    /// themselves counts.
    func renamedZips() throws(UserError) -> [RenamedZip] {
        let missed = Set(shown.withLock { $0.gone.map(\.key) })
        guard !missed.isEmpty else { return [] }
        var found: [RenamedZip] = []
        for place in directory.places {
            let names = try StoreProblem.translating(path) { () throws(SystemError) in
                try directory.names(in: place)
            }
            for name in names where !StoreFileName.skeleton.contains(name) {
                guard self.place(of: name) == nil,
                    let zip = try renamedZip(name, in: place, missed),
                    !found.contains(where: { $0.record.id == zip.record.id })
                else { continue }
                found.append(zip)
            }
        }
        return found.sorted { $0.record.number < $1.record.number }
    }

    /// Gives zips their names back.
    func takeBack(_ zips: [RenamedZip]) throws(UserError) {
        guard !zips.isEmpty else { return }
        try change { _, _ throws(UserError) in
            try StoreProblem.translating(path) { () throws(SystemError) in
                for zip in zips {
                    try directory.with(zip.place) { from throws(SystemError) in
                        try directory.with(.main) { to throws(SystemError) in
                            try from.rename(
                                zip.name, to: to, SnapshotFileName.make(for: zip.record),
                                replacing: false)
                            try to.synchronize()
                            try from.synchronize()
                        }
                    }
                }
            }
        }
        try refresh()
    }

    private func renamedZip(
        _ name: [UInt8], in place: ZipPlace, _ missed: Set<String>
    ) throws(UserError) -> RenamedZip? {
        let status = try StoreProblem.translating(path) { () throws(SystemError) in
            try directory.status(of: name, in: place)
        }
        guard status?.kind == .file else { return nil }
        // Whatever else lies there need not be a zip.
        return try ifReadable { () throws -> RenamedZip? in
            let reader = try ArchiveReader.open(
                directory.open(name, in: place), path: directory.path(of: name, in: place))
            let record = reader.record
            guard reader.fault == nil, record.store == uuid, missed.contains(record.id) else {
                return nil
            }
            return RenamedZip(
                name: name, place: place, record: record,
                objects: Set(try reader.objects().map(\.digest)))
        }
    }
}

extension StoreVerification {
    /// Leaves out what is missed only because zips have other names.
    mutating func forget(_ renamed: [RenamedZip]) {
        let numbers = Set(renamed.map(\.record.number))
        let objects = renamed.reduce(into: Set<Digest>()) { $0.formUnion($1.objects) }
        damage.removeAll { found in
            if found.isGone { return found.snapshots.allSatisfy(numbers.contains) }
            return found.isElsewhere && found.damage.digest.map(objects.contains) == true
        }
    }
}
