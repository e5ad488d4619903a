internal import LinuxSystem
internal import SnapshotArchive
package import SnapshotModel
internal import Synchronization

/// Snapshots whose zips somebody removed: they are named until a person lets them go.
extension Store {
    /// The numbers of the snapshots that are to be kept and whose zips are nowhere in the store.
    package var goneSnapshots: [Int] { shown.withLock { $0.gone.map(\.number) } }

    /// Forgets a snapshot whose zip is nowhere, with its pin and its label; `false` if there is none of that number.
    package func forgetGone(_ number: Int) throws(UserError) -> Bool {
        try change { job, settings throws(UserError) in
            guard let gone = job.goneSnapshots.first(where: { $0.number == number }) else {
                return false
            }
            let before = job.annotations
            job.annotations.snapshots[gone.key] = nil
            job.releaseGoneBrake(settings)
            do throws(UserError) {
                try writeAnnotations(&job, settings)
            } catch {
                job.annotations = before
                throw error
            }
            return true
        }
    }

    /// Lists the store anew if a zip is gone from it, so that what is missing is known to be.
    func notePresence() throws(UserError) {
        guard isWritable else { return }
        let isAnyGone = try job.withLock { job throws(UserError) in
            try StoreProblem.translating(path) { () throws(SystemError) in
                try directory.renew()
                for file in job.files
                where try directory.status(of: file.name, in: file.place) == nil { return true }
                return false
            }
        }
        if isAnyGone { try forgetVanished() }
    }

    /// What there is to say of each snapshot that is gone.
    ///
    /// Of `renamed` ones it is known where they are.
    func goneDamage(_ renamed: [RenamedZip]) -> [StoreDamage] {
        shown.withLock { $0.gone }.map { gone in
            let known = [gone.isPinned ? "pinned" : nil, gone.label].compactMap(\.self)
            let what = known.isEmpty ? "" : " (\(known.joined(separator: ", ")))"
            let zip = renamed.first { $0.record.id == gone.key }
            let place = zip.map { zip in
                displayName((zip.place.folder.isEmpty ? [] : zip.place.folder + [0x2F]) + zip.name)
            }
            return StoreDamage(
                file: Array("snapshot \(gone.number)".utf8),
                damage: Damage(
                    .gone,
                    message: place.map { "is there as \($0): snapctl repair\(what)" }
                        ?? "gone from the store\(what)"),
                snapshots: [gone.number])
        }
    }
}

extension StoreJob {
    /// Ends the alarm about snapshots that are gone where there are none left.
    mutating func releaseGoneBrake(_ settings: StoreSettings) {
        annotations.brakes.removeAll { $0.code == .unreadable && Self.isAboutGone($0) }
        brakeWhereNeeded(settings)
    }

    /// Stops expiry where snapshots are gone.
    mutating func brakeForGone(_ settings: StoreSettings) {
        let gone = goneSnapshots
        guard let first = gone.first else { return }
        brake(
            .unreadable,
            gone.count == 1
                ? "snapshot \(first.number) is \(Self.goneEnding)"
                : "\(gone.count) snapshots are \(Self.goneEnding)", look: "snapctl verify",
            settings)
    }

    /// Whether expiry was stopped because of snapshots whose zips are nowhere.
    static func isAboutGone(_ brake: Brake) -> Bool { brake.reason.hasSuffix(goneEnding) }

    static let goneEnding = "gone from the store"
}
