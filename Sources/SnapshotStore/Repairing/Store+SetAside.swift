internal import LinuxSystem
internal import SnapshotModel

/// Damaged zips that others took the place of: they go after the time of grace, as expired snapshots do.
extension Store {
    /// Removes those whose time is over.
    func purgeSetAside(_ job: inout StoreJob, _ settings: StoreSettings) throws(UserError) {
        let names = try setAsideNames()
        let noted = job.annotations.setAside ?? [:]
        guard !names.isEmpty || !noted.isEmpty else { return }
        let now = Expiry(time: settings.clock.now.seconds, running: job.runningSeconds)
        let grace = settings.grace.components.seconds
        var kept: [String: Expiry] = [:]
        for name in names {
            let text = String(decoding: name, as: UTF8.self)
            let since = noted[text] ?? now
            guard now.time - since.time >= grace, now.running - since.running >= grace else {
                kept[text] = since
                continue
            }
            try removeSetAside(name, job)
        }
        guard kept != noted else { return }
        job.annotations.setAside = kept.isEmpty ? nil : kept
        try writeAnnotations(&job, settings)
    }

    /// Removes all of them before their time, for room; whether there were any.
    func giveUpSetAside(_ job: inout StoreJob) throws(UserError) -> Bool {
        let names = try setAsideNames()
        for name in names { try removeSetAside(name, job) }
        return !names.isEmpty
    }

    /// The one place where a damaged zip is removed for good: it honours the brake.
    private func removeSetAside(_ name: [UInt8], _ job: StoreJob) throws(UserError) {
        if let brake = job.annotations.brakes.first { throw StoreProblem.braked(brake) }
        guard SetAsideName.isOne(name) else { return }
        try StoreProblem.translating(path) { () throws(SystemError) in
            try directory.remove(name, from: .expired)
        }
    }

    private func setAsideNames() throws(UserError) -> [[UInt8]] {
        try StoreProblem.translating(path) { () throws(SystemError) in
            try directory.setAsideNames()
        }
    }
}
