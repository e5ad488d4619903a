internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotCatalog
package import SnapshotModel

extension Store {
    /// Makes an expired snapshot a kept one again; one that lost something is marked as a repair marks it.
    @discardableResult
    package func undelete(_ number: Int) throws(UserError) -> StoredSnapshot {
        try bringBack(number) { $0.expiry = nil }
    }

    /// Makes an expired snapshot a kept one and changes its note; the zips it leans on become as lasting as it is.
    func bringBack(
        _ number: Int, _ change: (inout SnapshotNote) -> Void
    ) throws(UserError) -> StoredSnapshot {
        guard isWritable else { throw StoreProblem.readOnly(path) }
        guard try snapshot(number).isExpired else { return try snapshot(number) }
        // What was removed from the store is no copy, though it may still be open.
        pool.dropRemoved()
        try forgetVanished()
        // Nothing is swept while it is looked at: what is found there stays.
        return try whileBuilding { () throws(UserError) in
            let needs = try SnapshotNeeds(of: try view(number), in: self)
            var expired = try snapshot(number)
            expired.expired = nil
            let losses =
                try DamageTracing(self, [expired], JobProgress())
                .losses(of: needs.missing)[number] ?? []
            try self.change { job, settings throws(UserError) in
                let index = try index(of: number, in: job)
                let key = job.noteKey(of: job.files[index])
                var noted = job.annotations
                noted.update(key, number: number) { note in
                    change(&note)
                    note.add(losses)
                }
                if !losses.isEmpty { try Self.checkLosses(in: noted) }
                for zip in needs.expiredZips { try keep(zip, &job) }
                if job.files[index].isExpired { try move(index, to: .main, &job) }
                job.annotations = noted
                try writeAnnotations(&job, settings)
                try synchronizeCatalog(job)
            }
            return try snapshot(number)
        }
    }

    /// Moves a zip out of `expired/`, where a person may remove it: from now on a kept snapshot leans on it.
    func keep(_ name: [UInt8], _ job: inout StoreJob) throws(UserError) {
        if let index = job.files.firstIndex(where: { $0.name == name && $0.place == .expired }) {
            try move(index, to: .base, &job)
        }
        guard
            let index = job.objects.firstIndex(where: { $0.name == name && $0.place == .expired })
        else { return }
        job.objects[index].status = try StoreProblem.translating(path) {
            () throws(SystemError) in
            try directory.move(name, from: .expired, to: .base)
        }
        job.objects[index].place = .base
    }
}

/// What a snapshot needs of the store's zips.
struct SnapshotNeeds {
    /// Contents and listings that no zip has any more.
    private(set) var missing: Set<Digest> = []
    /// Zips in `expired/`, other than its own, that hold some of the rest.
    private(set) var expiredZips: Set<[UInt8]> = []
    private var seen: Set<Digest> = []

    /// Goes through a snapshot as far as its directories can be listed.
    init(of view: SnapshotView, in store: Store) throws(UserError) {
        guard let root = view.record.rootTree else { return }
        var waiting = [root]
        var listed: Set<Digest> = []
        while let tree = waiting.popLast() {
            guard listed.insert(tree).inserted else { continue }
            guard try take(tree, view, store), let text = try? view.objects.treeObject(tree),
                let lines = try? TreeText.parse(text)
            else {
                missing.insert(tree)
                continue
            }
            for line in lines {
                if let below = line.tree { waiting.append(below) }
                if case .entry(let entry) = line, let content = entry.content,
                    try !take(content, view, store)
                {
                    missing.insert(content)
                }
            }
        }
    }

    /// Looks for an object and for what the patches change that make it; `false` if something is in no zip.
    private mutating func take(
        _ object: Digest, _ view: SnapshotView, _ store: Store
    ) throws(UserError) -> Bool {
        var next: Digest? = object
        while let object = next, seen.insert(object).inserted {
            guard try view.objects.has(object) else {
                seen.remove(object)
                return false
            }
            let row = try store.withCatalog { try $0.readablePlace(of: object) }
            if let row, row.folder == .expired, row.object.zip != view.snapshot.fileName {
                expiredZips.insert(row.object.zip)
            }
            next = row?.object.place.base
        }
        return true
    }
}
