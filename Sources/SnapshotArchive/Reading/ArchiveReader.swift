package import LinuxSystem
package import SnapshotModel
internal import Synchronization

/// A snapshot zip open for reading, which any number of threads may use at once.
///
/// Nothing the zip says is trusted before it is checked: offsets against the file, contents against their digests.
package final class ArchiveReader: Sendable {
    /// What the snapshot is.
    package let record: SnapshotRecord
    let zip: ZipFile
    let lazyTables = Mutex(LazyTables())

    /// What is read when it is first needed.
    struct LazyTables {
        var extents: ExtentTable?
        /// Whether the table is what could be found out without the zip's own.
        var isMadeUp = false
        var salvaged: [Digest: Int]?
    }

    /// The largest `snapshot.json` that is read into memory.
    private static let recordLimit: Int64 = 64 << 20

    /// Opens a snapshot zip; `path` is what messages call it.
    ///
    /// With a damaged central directory the entries are found by their local headers.
    package static func open(
        _ descriptor: consuming FileDescriptor, path: BytePath
    ) throws(UserError) -> ArchiveReader {
        let zip: ZipFile
        do throws(SystemError) {
            zip = try ZipFile(descriptor, path: path)
        } catch {
            throw error.asUserError()
        }
        let text = try zip.wholeEntry(named: OwnName.record, limit: recordLimit)
        return ArchiveReader(zip: zip, record: try SnapshotRecordJSON.decode(text))
    }

    /// Opens a zip for the objects it holds, whether it is a snapshot, none at all or one with a damaged record.
    ///
    /// The record says nothing then.
    package static func openForObjects(
        _ descriptor: consuming FileDescriptor, path: BytePath
    ) throws(UserError) -> ArchiveReader {
        let zip: ZipFile
        do throws(SystemError) {
            zip = try ZipFile(descriptor, path: path)
        } catch {
            throw error.asUserError()
        }
        var record: SnapshotRecord?
        do throws(UserError) {
            let text = try zip.wholeEntry(named: OwnName.record, limit: recordLimit)
            record = try SnapshotRecordJSON.decode(text)
        } catch {
            if error.obstacle != nil { throw error }
        }
        return ArchiveReader(zip: zip, record: record ?? SnapshotRecord())
    }

    private init(zip: ZipFile, record: SnapshotRecord) {
        self.zip = zip
        self.record = record
    }

    /// Where the zip was opened, for messages.
    package var path: BytePath { zip.path }

    /// What the kernel knew of the file when it was opened.
    package var fileStatus: FileStatus { zip.status }

    /// Why the central directory could not be used, if it could not.
    package var fault: ZipFault? { zip.fault }

    /// The entries in the order of the central directory.
    package var entries: [ZipEntry] { zip.directory.entries }

    /// The zip's contents by digest, with the entry that holds each: what a catalog keeps of a zip.
    package func contents() throws(UserError) -> [Digest: ZipEntry] {
        try contentIndex().mapValues { zip.directory.entries[$0] }
    }

    /// Whether the zip holds this content.
    package func holds(_ content: Digest) -> Bool {
        (try? index(of: content)) != nil
    }

    /// The entry that holds this content, `nil` if none does.
    func index(of content: Digest) throws(UserError) -> Int? {
        try contentIndex()[content]
    }

    /// Gives `body` the content in order, part by part, and throws if it does not have the digest.
    ///
    /// The digest is known at the end only: what was done with the parts counts after this returns.
    package func readContent(
        _ content: Digest, using decoder: inout ContentDecoder,
        _ body: (Span<UInt8>) throws -> Void
    ) throws {
        guard let index = try index(of: content) else {
            throw zip.damage("the content \(content.hexadecimal) is not in the zip")
        }
        guard try decoder.decode(index, of: zip, body) == content else {
            throw zip.damage(index, "differs from its hash")
        }
    }

    /// Gives `body` the content in order, part by part, and throws if it does not have the digest.
    package func readContent(_ content: Digest, _ body: (Span<UInt8>) throws -> Void) throws {
        var decoder = ContentDecoder()
        try readContent(content, using: &decoder, body)
    }

    /// The contents by digest; without a central directory they are all unpacked to find out.
    private func contentIndex() throws(UserError) -> [Digest: Int] {
        guard zip.directory.isSalvaged else { return zip.directory.byDigest }
        if let known = lazyTables.withLock({ $0.salvaged }) { return known }
        var found = [Digest: Int]()
        var decoder = ContentDecoder()
        for (index, entry) in zip.directory.entries.enumerated() where entry.isContent {
            // An entry that cannot be unpacked is one that is not there.
            guard let digest = try? decoder.decode(index, of: zip, { _ in }) else { continue }
            found[digest] = index
        }
        let result = found
        lazyTables.withLock { $0.salvaged = result }
        return result
    }
}

extension ZipFile {
    /// The whole data of one of the zip's own entries, at most `limit` bytes.
    func wholeEntry(named name: [UInt8], limit: Int64) throws(UserError) -> [UInt8] {
        guard let index = directory.byName[name] else {
            throw damage("\(displayName(name)) is not in the zip")
        }
        let entry = directory.entries[index]
        guard entry.plain <= limit else { throw damage(index, "is too large") }
        var decoder = ContentDecoder()
        var data = [UInt8]()
        do {
            let digest = try decoder.decode(index, of: self) { part in
                data.append(part)
            }
            guard entry.digest == nil || digest == entry.digest else {
                throw damage(index, "differs from its hash")
            }
        } catch let error as UserError {
            throw error
        } catch let error as SystemError {
            throw failure(error)
        } catch {
            throw damage(index, "cannot be read")
        }
        return data
    }
}
