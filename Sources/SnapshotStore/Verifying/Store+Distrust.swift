internal import SnapshotArchive
internal import SnapshotCatalog
package import SnapshotModel

/// Objects of which a zip has a copy that can no longer be read.
///
/// Whatever is unchanged is carried from the newest zip into the next, or leaned on, so damage there would last for
/// ever while the file itself lies whole in the live tree.
extension Store {
    /// The contents that are to be read from the live tree again, although nothing says that they changed.
    package func distrustedContents() throws(UserError) -> Set<Digest> {
        try withCatalog { try $0.badObjects() }
    }

    /// Whether some tree object that a snapshot shows is damaged, or in no zip that a new one may lean on.
    package func lacksTrees(below root: Digest?) throws(UserError) -> Bool {
        var waiting = root.map { [$0] } ?? []
        var seen = Set(waiting)
        while let tree = waiting.popLast() {
            guard try holds(tree), let text = try ifReadable({ try objects.treeObject(tree) }),
                let lines = try? TreeText.parse(text)
            else { return true }
            for line in lines {
                if let below = line.tree, seen.insert(below).inserted { waiting.append(below) }
            }
        }
        return false
    }

    /// Says that contents were looked for in the live tree, and are in the newest snapshot as far as they were there.
    package func settleDistrust(_ contents: Set<Digest>) throws(UserError) {
        guard !contents.isEmpty else { return }
        try withCatalog { catalog in
            try catalog.transaction { try catalog.settle(contents) }
        }
    }

    /// Notes which objects were found damaged, and where; a store that was given up leaves it to the one after it.
    package func distrust(_ verification: StoreVerification) throws(UserError) {
        guard isWritable, !isReleased, !verification.damage.isEmpty else { return }
        // A zip that was changed from outside is taken in anew, with all its contents good: not after this.
        // What cannot be read at all has been reported, and nothing is carried from it.
        guard (try? forgetVanished()) != nil else { return }
        var damaged: [[UInt8]: Set<Digest>] = [:]
        for found in verification.damage {
            guard let digest = found.damage.digest else { continue }
            damaged[found.file, default: []].insert(digest)
        }
        let found = damaged
        try withCatalog { catalog in
            for (zip, digests) in found {
                try catalog.suspect(digests)
                for digest in digests {
                    guard let known = try catalog.readablePlace(of: digest)?.object,
                        known.zip == zip
                    else { continue }
                    try catalog.mark(digest, .bad)
                }
            }
        }
    }
}
