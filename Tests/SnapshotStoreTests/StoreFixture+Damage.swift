import LinuxSystem
import SnapshotArchive
import SnapshotModel
import SnapshotStore
import TestSupport
import Testing

extension StoreFixture {
    /// Flips one bit of a file as a disk does that rots: nothing else about the file changes.
    func flip(_ path: String, at offset: Int64, bit: UInt8 = 2) throws {
        let file = try scratch.descriptor.openBeneath(BytePath(path), [.readWrite])
        let before = try file.status()
        let byte = try file.readExactly(1, at: offset)[0]
        try file.write([byte ^ (1 << bit)], at: offset)
        try file.setTimes(modified: before.modified)
    }

    /// The path of a snapshot's zip.
    func path(of snapshot: StoredSnapshot) -> String {
        let folder =
            switch snapshot.place {
            case .main: "store"
            case .base: "store/base"
            case .expired: "store/expired"
            }
        return "\(folder)/\(String(decoding: snapshot.fileName, as: UTF8.self))"
    }

    /// Flips a bit in the data of a file of a snapshot, as it lies in the snapshot's own zip.
    func damage(_ path: String, in snapshot: StoredSnapshot, of store: Store) throws {
        let view = try store.view(snapshot.number)
        let content = try #require(try view.entry(at: BytePath(path))?.content)
        let entry = try #require(try view.archive.contents()[content])
        try flip(
            self.path(of: snapshot),
            at: entry.headerOffset + Int64(entry.localHeaderCount) + entry.packed / 2)
    }

    /// Flips a bit in the data of an entry of a zip.
    func damage(entry name: [UInt8], of snapshot: StoredSnapshot, in store: Store) throws {
        let entries = try store.view(snapshot.number).archive.entries
        let entry = try #require(entries.first { $0.name == name })
        try flip(
            path(of: snapshot),
            at: entry.headerOffset + Int64(entry.localHeaderCount) + entry.packed / 2)
    }
}
