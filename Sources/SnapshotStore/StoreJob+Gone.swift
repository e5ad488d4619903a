internal import SnapshotArchive
internal import SnapshotCatalog
internal import SnapshotModel

/// A snapshot that is to be kept and whose zip is nowhere in the store.
struct GoneSnapshot: Hashable, Sendable {
    /// The key of its note: the identity of its record.
    var key: String
    var number: Int
    var label: String?
    var isPinned: Bool
}

extension StoreJob {
    /// The snapshots that notes say are kept, and whose zips somebody removed; those a person has let go left out.
    var goneSnapshots: [GoneSnapshot] {
        unfoundNotes.filter { !annotations.acknowledged.contains($0.key) }
    }

    /// Lets the alarm about gone snapshots end; what was said of them stays, for zips may come back.
    mutating func acknowledgeGone() {
        annotations.acknowledged.formUnion(unfoundNotes.map(\.key))
    }

    /// Notes which snapshots were kept and are not listed any more, and which came back; whether that changed a note.
    mutating func noteVanished(
        _ known: [CatalogSnapshot], listedBefore: [SnapshotFile] = [], _ settings: StoreSettings
    ) -> Bool {
        let before = annotations
        let found = foundKeys
        // The catalog says nothing of those that could not be read.
        for file in listedBefore
        where !file.isExpired && file.record.id.isEmpty && index(of: file.number) == nil {
            annotations.update(noteKey(of: file), number: file.number) {
                $0.vanished = $0.vanished ?? settings.clock.now.seconds
            }
        }
        for snapshot in known where snapshot.zip.place == .main {
            // One that cannot be read now is there by its number.
            guard let id = try? SnapshotRecordJSON.decode(snapshot.record).id, !id.isEmpty,
                !found.contains(id), !isUnread(snapshot.number),
                annotations.snapshots[id]?.expiry == nil, annotations.snapshots[id]?.gone == nil
            else { continue }
            annotations.update(id, number: snapshot.number) {
                $0.vanished = $0.vanished ?? settings.clock.now.seconds
            }
        }
        for (key, note) in annotations.snapshots
        where note.vanished != nil && found.contains(key) {
            annotations.update(key, number: note.number) { $0.vanished = nil }
        }
        for file in files where !file.isExpired {
            let note = annotations.snapshots[noteKey(of: file)]
            guard let note, note.expiry != nil || note.gone != nil else { continue }
            // The move that was to follow the note never came, or was undone.
            annotations.update(noteKey(of: file), number: note.number) {
                $0.expiry = nil
                $0.gone = nil
            }
        }
        annotations.acknowledged.subtract(found)
        return annotations != before
    }

    private var unfoundNotes: [GoneSnapshot] {
        let found = foundKeys
        return annotations.snapshots.compactMap { key, note in
            let isKept = note.isPinned || note.expiry == nil && note.gone == nil
            let isKnown = note.isPinned || note.label != nil || note.vanished != nil
            guard isKept, isKnown, !found.contains(key), !isUnread(note.number) else { return nil }
            return GoneSnapshot(
                key: key, number: note.number, label: note.label, isPinned: note.isPinned)
        }
        .sorted { ($0.number, $0.key) < ($1.number, $1.key) }
    }

    /// The keys of the notes about zips that are there.
    private var foundKeys: Set<String> {
        var keys = Set(files.flatMap { [noteKey(of: $0), Self.unreadKey($0.number)] })
        for case .gone(let id, _) in objects.map(\.kind) { keys.insert(id) }
        return keys
    }

    private func isUnread(_ number: Int) -> Bool {
        files.contains { $0.number == number && $0.record.id.isEmpty }
    }
}
