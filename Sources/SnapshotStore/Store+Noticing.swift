internal import LinuxSystem
internal import SnapshotCatalog
package import SnapshotModel
internal import Synchronization

/// Noticing soon what somebody does to the zips by hand.
extension Store {
    /// Lists the store anew if its directories say that zips may have come or gone since all of them were looked at.
    ///
    /// As long as nothing did, this costs one look at each directory, however many zips they hold. While a change is
    /// under way nothing is looked at: it does that itself.
    ///
    /// - Returns: Whether some zip was not as it was listed.
    package func noticeChanges() throws(UserError) -> Bool {
        guard isWritable else { return false }
        let isDue = job.withLockIfAvailable { job in
            guard let seen = job.seen else { return true }
            return stamps() != seen
        }
        guard isDue == true else { return false }
        return try change { job, settings throws(UserError) in
            let listings = job.listings
            try forgetVanished(&job, settings)
            return job.listings != listings
        }
    }

    /// Stops expiry where somebody moved a snapshot among the expired ones that never expires.
    ///
    /// That is a pinned one, or the newest whole one; any other is one that a person let go. `known` is what the catalog knew before. Their time of grace begins now.
    func noteMovedByHand(
        _ known: [CatalogSnapshot], _ job: inout StoreJob, _ settings: StoreSettings
    ) -> Bool {
        let kept = Set(known.filter { $0.zip.place == .main }.map(\.zip.name))
        let moved = job.files.filter { file in
            file.isExpired && kept.contains(file.name) && job.note(of: file)?.expiry == nil
        }
        let newest = job.newestWhole ?? 0
        let isAnyNeeded = moved.contains { file in
            job.note(of: file)?.isPinned == true
                || file.number > newest && file.damage == nil && file.record.isWhole
        }
        guard let first = moved.first, isAnyNeeded else { return false }
        for file in moved { noteExpiry(of: file, &job, settings) }
        job.brake(
            .unreadable,
            moved.count == 1
                ? "snapshot \(first.number) was moved out of the kept ones by hand"
                : "\(moved.count) snapshots were moved out of the kept ones by hand",
            look: moved.count == 1
                ? "snapctl undelete \(first.number)" : "snapctl list --all; snapctl undelete REF",
            settings)
        return true
    }

    /// What the directories show of changes to what lies in them; `nil` if one of them cannot be looked at.
    func stamps() -> DirectoryStamps? { DirectoryStamps(directory) }
}

/// When the directories of a store were changed last.
struct DirectoryStamps: Hashable, Sendable {
    private let changes: [Change]

    private struct Change: Hashable, Sendable {
        var identity: FileIdentity
        var changed: FileTime
    }

    /// A change within this time after another one may show the same time.
    private static let granularity: Int64 = 2

    /// Looks at the directories that are held open, and at the names by which they are found.
    init?(_ directory: StoreDirectory) {
        var changes: [Change] = []
        do throws(SystemError) {
            for place in ZipPlace.allCases {
                try directory.with(place) { folder throws(SystemError) in
                    let status = try folder.status()
                    changes.append(Change(identity: status.identity, changed: status.changed))
                }
            }
        } catch {
            return nil
        }
        self.changes = changes
    }

    /// Whether a later change is sure to show another time.
    func isSettled(at now: FileTime) -> Bool {
        changes.allSatisfy { abs(now.seconds - $0.changed.seconds) > Self.granularity }
    }
}
