package import LinuxSystem
package import SnapshotModel

extension Store {
    /// Gives a snapshot a label; an empty one takes it away.
    ///
    /// The reply comes when it is on the disk.
    @discardableResult
    package func label(_ number: Int, _ text: String) throws(UserError) -> StoredSnapshot {
        try annotate(number) { $0.label = text.isEmpty ? nil : text }
    }

    /// Keeps a snapshot whatever the policy says, or no longer does; an expired one comes back by being kept.
    ///
    /// The reply comes when it is on the disk.
    @discardableResult
    package func setPinned(_ number: Int, _ isPinned: Bool) throws(UserError) -> StoredSnapshot {
        guard isPinned, try snapshot(number).isExpired else {
            return try annotate(number) { $0.isPinned = isPinned }
        }
        // To keep what is about to go for good is to have it back.
        return try bringBack(number) { note in
            note.expiry = nil
            note.isPinned = true
        }
    }

    /// Stops expiry and removal until a person lets them go on; `look` is a command that shows what happened.
    package func brake(
        _ code: BrakeCode, _ reason: String, look: String? = nil
    ) throws(UserError) {
        try change { job, settings throws(UserError) in
            job.brake(code, reason, look: look, settings)
            try writeAnnotations(&job, settings)
        }
    }

    /// Lets expiry go on: a person has looked at what stopped it.
    ///
    /// `root` is the directory that is saved now, if it is not the one that the store was opened for.
    package func releaseBrakes(root: FileIdentity? = nil) throws(UserError) {
        try change { job, settings throws(UserError) in
            var settings = settings
            if let root { settings.rootIdentity = root }
            job.annotations.brakes = []
            job.annotations.acknowledged = Set(
                job.files.filter { $0.damage != nil }
                    .map { String(decoding: $0.name, as: UTF8.self) })
            job.acknowledgeGone()
            if !job.identity.hasRoot(of: settings) {
                job.identity.adoptRoot(of: settings)
                try writeIdentity(&job, settings)
            }
            job.clocks = nil
            try writeAnnotations(&job, settings)
        }
    }

    /// Writes the next generation of the annotations durably.
    func writeAnnotations(
        _ job: inout StoreJob, _ settings: StoreSettings
    ) throws(UserError) {
        job.annotations.generation += 1
        let annotations = job.annotations
        try makingRoom(&job, settings) { _ throws(SystemError) in
            try AnnotationsFile.write(annotations, in: directory.main)
        }
        try noteThatAnnotationsExist(&job, settings)
    }

    /// Lets `store.json` say that there are annotations, so that their loss can be seen.
    func noteThatAnnotationsExist(
        _ job: inout StoreJob, _ settings: StoreSettings
    ) throws(UserError) {
        guard !job.identity.isAnnotated, job.annotations.generation > 0 else { return }
        job.identity.isAnnotated = true
        do throws(UserError) {
            try writeIdentity(&job, settings)
        } catch {
            job.identity.isAnnotated = false
            throw error
        }
    }

    /// Writes `store.json` durably.
    func writeIdentity(_ job: inout StoreJob, _ settings: StoreSettings) throws(UserError) {
        let identity = job.identity
        try makingRoom(&job, settings) { _ throws(SystemError) in
            try StoreFolder.write(identity, in: directory.main)
        }
    }

    private func annotate(
        _ number: Int, _ change: (inout SnapshotNote) -> Void
    ) throws(UserError) -> StoredSnapshot {
        try self.change { job, settings throws(UserError) in
            let file = job.files[try index(of: number, in: job)]
            let before = job.annotations
            job.annotations.update(job.noteKey(of: file), number: number, change)
            do throws(UserError) {
                try writeAnnotations(&job, settings)
            } catch {
                job.annotations = before
                throw error
            }
        }
        return try snapshot(number)
    }
}
