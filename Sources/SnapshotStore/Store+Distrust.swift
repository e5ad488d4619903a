internal import SnapshotArchive
internal import SnapshotCatalog
package import SnapshotModel

/// Contents of the newest snapshot that can no longer be read from it.
///
/// Whatever is unchanged is carried from the newest zip into the next, so damage there would be carried on for ever
/// while the file itself lies whole in the live tree.
extension Store {
    /// The contents that are to be read from the live tree again, although nothing says that they changed.
    package func distrustedContents() throws(UserError) -> Set<Digest> {
        try withCatalog { try $0.badObjects() }
    }

    /// Notes which contents of the newest snapshot were found damaged.
    func distrust(_ verification: StoreVerification) throws(UserError) {
        guard isWritable, !verification.damage.isEmpty else { return }
        // A zip that was changed from outside is taken in anew, with all its contents good: not after this.
        // What cannot be read at all has been reported, and nothing is carried from it.
        guard (try? forgetVanished()) != nil, let newest else { return }
        let damaged = Set(
            verification.damage.lazy.filter { $0.snapshot == newest.number }
                .compactMap { $0.damage.kind == .content ? $0.damage.digest : nil })
        guard !damaged.isEmpty, let reader = try? openArchive(newest),
            let places = try? CatalogSync.objects(
                of: reader, zip: newest.fileName, only: damaged)
        else { return }
        try withCatalog { catalog in
            for digest in damaged { try catalog.mark(digest, .bad) }
            // A content that had no place at all is known as bad by this one.
            try catalog.add(
                places.map { place in
                    var place = place
                    place.state = .bad
                    return place
                }, of: newest.fileName)
        }
    }
}
