internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotModel
internal import Synchronization

/// The files of a store beside its zips.
extension Store {
    /// Those that are not as they were written; README.txt is for people, and every start writes it anew.
    ///
    /// - Throws: What keeps them from being read though nothing may be wrong with them.
    func damagedFiles() throws(UserError) -> [StoreDamage] {
        var damaged: [[UInt8]] = []
        // Whoever only looks does not know what else they should say.
        let isOwner = isWritable && !isReleased
        let owner = isOwner ? job.withLock { ($0.identity, $0.annotations.generation) } : nil
        // A program of before there were checksums wrote no copy.
        let isSealed = try bytes(of: StoreFileName.identity).map(SealedJSON.isSealed) ?? true
        if try !isIdentityWhole(StoreFileName.identity, owner?.0, isNeeded: true) {
            damaged.append(StoreFileName.identity)
        }
        if try !isIdentityWhole(StoreFileName.identityCopy, owner?.0, isNeeded: isSealed) {
            damaged.append(StoreFileName.identityCopy)
        }
        for name in [StoreFileName.annotations, StoreFileName.olderAnnotations] {
            guard let text = try bytes(of: name) else { continue }
            if AnnotationsFile.decode(text) == nil { damaged.append(name) }
        }
        return try damaged.map { name throws(UserError) in
            let why = try bytes(of: name) == nil ? "is missing" : "is not as it was written"
            return StoreDamage(
                file: name, damage: Damage(.structure, message: "\(displayName(name)) \(why)"))
        }
    }

    /// Whether `store.json` or its copy is damaged, missing, or of before there were checksums.
    var isIdentityDoubtful: Bool {
        [StoreFileName.identity, StoreFileName.identityCopy].contains { name in
            guard let text = try? bytes(of: name), SealedJSON.isSealed(text) else { return true }
            return StoreFolder.decodeIdentity(text) == nil
        }
    }

    /// Writes all of them anew.
    func rewriteFiles() throws(UserError) {
        try change { job, settings throws(UserError) in
            // What is the newest now becomes the older one; two of them leave nothing of what was.
            if job.annotations.generation > 0 {
                for _ in 1...2 { try writeAnnotations(&job, settings) }
            }
            try writeIdentity(&job, settings)
        }
        StoreReadme.refresh(in: directory.main)
    }

    private func isIdentityWhole(
        _ name: [UInt8], _ known: StoreIdentity?, isNeeded: Bool
    ) throws(UserError) -> Bool {
        guard let text = try bytes(of: name) else { return !isNeeded }
        guard let identity = StoreFolder.decodeIdentity(text) else { return false }
        return known == nil || identity == known && SealedJSON.isSealed(text)
    }

    private func bytes(of name: [UInt8]) throws(UserError) -> [UInt8]? {
        try ifReadable { try AnnotationsFile.bytes(of: name, in: directory.main) }
    }
}
