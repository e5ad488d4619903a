internal import SnapshotArchive
internal import SnapshotModel

/// Hands a content on to its reader once, though it may take several zips to get it.
///
/// What went out before a copy turned out to be damaged is not sent again: the next copy must begin with the same bytes.
final class ContentDelivery {
    private let body: (Span<UInt8>) throws -> Void
    /// Bytes that went out, and their digest once a copy failed.
    private var sent: Int64 = 0
    private var prefix: Digest?
    /// Bytes of the present copy that went out already, and how many of them it has given.
    private var known: Int64 = 0
    private var skipped: Int64 = 0
    private var hash = SHA256()

    /// Why the reader of a content wants no more: no other copy helps then.
    struct ReaderStopped: Error {
        let cause: any Error
    }

    /// What went out is not how a whole copy begins: only a new start helps.
    struct Differs: Error {}

    /// The prefix has been read, and the rest does not matter.
    private struct Enough: Error {}

    init(_ body: @escaping (Span<UInt8>) throws -> Void) {
        self.body = body
    }

    /// Takes the next part of a copy, and sends on what did not go out yet.
    func take(_ part: Span<UInt8>) throws {
        var rest = part
        if skipped < known {
            let count = Int(min(Int64(part.count), known - skipped))
            hash.update(part.extracting(0..<count))
            skipped += Int64(count)
            if skipped == known, hash.next() != prefix { throw Differs() }
            if count == part.count { return }
            rest = part.extracting(count..<part.count)
        }
        do {
            try body(rest)
        } catch {
            throw ReaderStopped(cause: error)
        }
        sent += Int64(rest.count)
    }

    /// Prepares for another copy after `reading` failed: it is read again as far as it went out.
    func prepareForAnother(_ reading: ((Span<UInt8>) throws -> Void) throws -> Void) throws {
        if sent > known {
            var copy = SHA256()
            var count: Int64 = 0
            do {
                try reading { part in
                    let wanted = Int(min(Int64(part.count), sent - count))
                    copy.update(part.extracting(0..<wanted))
                    count += Int64(wanted)
                    if count == sent { throw Enough() }
                }
            } catch {
                // It fails where it failed before, or is stopped here.
            }
            guard count == sent else { throw Differs() }
            prefix = copy.next()
        }
        known = sent
        skipped = 0
        _ = hash.next()
    }
}
