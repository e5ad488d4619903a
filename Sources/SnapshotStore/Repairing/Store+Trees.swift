internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotModel

extension Store {
    /// Writes listings that no zip has into a new content zip.
    func keep(trees made: [Digest: [UInt8]]) throws(UserError) {
        let objects = self.objects
        let lost = made.filter { tree, _ in (try? objects.treeObject(tree)) == nil }
        guard !lost.isEmpty else { return }
        do {
            let (record, name) = try newContentZip()
            let file = try directory.with(.base) { folder throws(SystemError) in
                try DurableFile.make(in: folder)
            }
            let path = directory.path(of: name, in: .base)
            var writer = try ContentZipWriter(
                CarriedZip(record), into: file.descriptor, path: path)
            for (tree, text) in lost.sorted(by: { $0.key < $1.key }) {
                try writer.add(tree: text, of: tree)
            }
            try writer.finish()
            let placed = try Sweep.examine(file.descriptor, path: path)
            _ = try adopt(file, named: name, placed, record: record)
        } catch {
            throw Sweep.translated(error, self.path)
        }
        index.forgetAll()
    }
}
