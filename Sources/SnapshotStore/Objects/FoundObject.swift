internal import SnapshotArchive
internal import SnapshotModel

/// A zip that has an object, and where it has it.
struct FoundObject: Sendable {
    /// The zip.
    let zip: OpenZip
    /// Where the object lies there.
    let place: ObjectPlace
    /// Whether the zip's central directory says so, which still helps where a local header is damaged.
    let isListed: Bool

    /// What tells it from other places of the same object.
    func key(_ object: Digest) -> Key { Key(object: object, zip: zip.name, isListed: isListed) }

    /// An object in a zip.
    struct Key: Hashable {
        let object: Digest
        let zip: [UInt8]
        let isListed: Bool
    }

    /// Gives `body` the object's bytes in order and throws if they do not have the digest; not for patches.
    func read(_ object: Digest, _ body: (Span<UInt8>) throws -> Void) throws {
        switch place.form {
        case .tree:
            let text = try zip.file.treeObject(object, at: place)
            try body(text.span)
        case .entry:
            var decoder = ContentDecoder()
            if isListed {
                try zip.archive().readContent(object, using: &decoder, body)
            } else {
                try zip.file.readContent(object, at: place, using: &decoder, body)
            }
        case .patch:
            throw zip.file.damage(ofPatch: object)
        }
    }
}

extension ObjectFile {
    /// What a patch is answered with where only whole objects count.
    fileprivate func damage(ofPatch content: Digest) -> UserError {
        UserError(
            .damaged, "\(displayName(path.name)): \(content.hexadecimal) is only a patch there",
            remedy: "snapctl verify", subject: path.display)
    }
}
