package import LinuxSystem
package import SnapshotModel
internal import Synchronization

extension ArchiveReader {
    /// Examines the zip of a complete snapshot from the central directory down, and with `readData` every byte of it.
    package func check(
        readData: Bool, progress: JobProgress = JobProgress()
    ) throws(UserError) -> [Damage] {
        var damage = try checkStructure()
        let (paths, treeDamage) = try checkTrees(progress)
        damage += treeDamage
        damage += checkPresence(paths)
        if readData {
            progress.begin(
                "reading", files: entries.count, bytes: entries.reduce(0) { $0 + $1.plain })
            damage += try checkEntries(progress) { _ in true }.map { found in
                var found = found
                found.path = found.digest.flatMap { paths[$0] }
                return found
            }
        }
        return damage
    }

    /// Examines the central directory, the local headers and the table of extents.
    ///
    /// - Throws: What kept them from being read and says nothing about them.
    package func checkStructure() throws(UserError) -> [Damage] {
        try checkHeaders() + checkDirectory() + checkExtents()
    }

    /// Compares every tree object that the zip holds with its digest.
    package func checkOwnTrees(_ progress: JobProgress) throws(UserError) -> [Damage] {
        let table: ExtentTable
        do throws(UserError) {
            table = try extents()
        } catch {
            if error.obstacle != nil { throw error }
            return []
        }
        var damage = [Damage]()
        for tree in table.trees.keys.sorted() {
            try progress.checkCancelled()
            do throws(UserError) {
                _ = try treeObject(tree)
            } catch {
                if error.obstacle != nil { throw error }
                damage.append(Damage(.tree, digest: tree, message: error.message))
            }
        }
        return damage
    }

    private func checkHeaders() throws(UserError) -> [Damage] {
        var damage = [Damage]()
        if let fault {
            damage.append(
                Damage(.structure, message: "the central directory is damaged: \(fault)"))
        }
        for (index, entry) in entries.enumerated() {
            if try !hasSoundHeader(index) {
                let name = displayName(entry.name)
                damage.append(
                    Damage(
                        .structure, digest: entry.isContent ? entry.digest : nil,
                        message: "the local header of \(name) contradicts the central directory"))
            }
        }
        return damage
    }

    private func hasSoundHeader(_ index: Int) throws(UserError) -> Bool {
        do throws(UserError) {
            return try zip.hasSoundHeader(index)
        } catch {
            if error.obstacle != nil { throw error }
            return false
        }
    }

    private func checkExtents() throws(UserError) -> [Damage] {
        do throws(UserError) {
            let table = try writtenExtents()
            let sizes = Dictionary(
                entries.map { ($0.headerOffset, $0) }, uniquingKeysWith: { first, _ in first })
            var damage = [Damage]()
            for (offset, chunks) in table.chunks.sorted(by: { $0.key < $1.key })
            where !Self.fill(sizes[offset], chunks) {
                let message = "the chunks of the entry at \(offset) are not its data"
                damage.append(Damage(.extents, message: message))
            }
            return damage
        } catch {
            if error.obstacle != nil { throw error }
            return [Damage(.extents, message: error.message)]
        }
    }

    /// Whether chunks follow each other and hold an entry's whole data, but for the deflate stream's end.
    private static func fill(_ entry: ZipEntry?, _ chunks: [Extent]) -> Bool {
        guard let entry else { return false }
        var packed: Int64 = 0
        var plain: Int64 = 0
        for chunk in chunks {
            guard chunk.offset == packed, chunk.packed <= entry.packed - packed else {
                return false
            }
            packed += chunk.packed
            guard chunk.plain <= entry.plain - plain else { return false }
            plain += chunk.plain
        }
        return plain == entry.plain
    }

    /// Walks all trees from the root; the first path of every content, and what cannot be walked.
    private func checkTrees(
        _ progress: JobProgress
    ) throws(UserError) -> (paths: [Digest: BytePath], damage: [Damage]) {
        var paths = [Digest: BytePath]()
        var damage = [Damage]()
        guard let root = record.rootTree else {
            return ([:], [Damage(.tree, path: .root, message: "the record names no root tree")])
        }
        var seen: Set<Digest> = []
        var pending = [(tree: root, path: BytePath.root)]
        while let (tree, path) = pending.popLast() {
            try progress.checkCancelled()
            guard seen.insert(tree).inserted else { continue }
            do throws(UserError) {
                for entry in try directory(tree) {
                    let child = path.appending(entry.name)
                    if let tree = entry.tree { pending.append((tree, child)) }
                    if let content = entry.content, paths[content] == nil { paths[content] = child }
                }
            } catch {
                damage.append(Damage(.tree, path: path, digest: tree, message: error.message))
            }
        }
        return (paths, damage)
    }

    private func checkPresence(_ paths: [Digest: BytePath]) -> [Damage] {
        paths.filter { !holds($0.key) }.sorted { $0.value < $1.value }.map { content, path in
            Damage(
                .content, path: path, digest: content,
                message: "the content of \(path.display) is not in the zip")
        }
    }

    /// Unpacks the entries that are wanted and compares them with their checksums and digests.
    package func checkEntries(
        _ progress: JobProgress, _ isWanted: @Sendable (ZipEntry) -> Bool
    ) throws(UserError) -> [Damage] {
        let wanted = entries.indices.filter { isWanted(entries[$0]) }
        let found = Mutex<[(index: Int, damage: Damage)]>([])
        let shared = SharedIndex()
        do {
            try Workers.run(ProcessorCount.available, name: "checker") { _ in
                var decoder = ContentDecoder()
                while let place = shared.take(1, of: wanted.count)?.lowerBound {
                    try progress.checkCancelled()
                    let index = wanted[place]
                    guard let damage = try self.examine(index, &decoder, progress) else { continue }
                    found.withLock { $0.append((index, damage)) }
                }
            }
        } catch let error as UserError {
            throw error
        } catch {
            throw zip.damage("cannot be examined", why: "\(error)")
        }
        return found.withLock { $0 }.sorted { $0.index < $1.index }.map(\.damage)
    }

    /// Unpacks one entry; what is wrong with it, if anything.
    private func examine(
        _ index: Int, _ decoder: inout ContentDecoder, _ progress: JobProgress
    ) throws(UserError) -> Damage? {
        let entry = entries[index]
        guard entry.kind != .directory else { return nil }
        // A single tree object has the digest of the entry that holds it.
        var damage = Damage(
            .content, digest: entry.isContent ? entry.digest : nil,
            message: zip.damage(index, "differs from its hash").message)
        do {
            let digest = try decoder.decode(index, of: zip) { _ in }
            progress.add(files: 1, bytes: entry.plain)
            guard let own = entry.digest, own != digest else { return nil }
            damage.other = entry.isContent ? digest : nil
        } catch let error as UserError {
            if error.obstacle != nil { throw error }
            damage.message = error.message
        } catch {
            if let error = error as? SystemError, error.errno.obstacle != nil {
                throw zip.failure(error)
            }
            damage.message = "\(displayName(entry.name)) cannot be read: \(error)"
        }
        return damage
    }
}
