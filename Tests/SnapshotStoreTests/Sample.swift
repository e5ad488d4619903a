import SnapshotCatalog
import SnapshotModel
import TestSupport

/// Entries, trees and rows for the catalog's tests.
enum Sample {
    static func digest(_ text: String) -> Digest {
        var random = SeededGenerator(
            seed: UInt64(bitPattern: Int64(text.utf8.reduce(7) { ($0 &* 31) &+ Int($1) })))
        return Digest(words: random.next(), random.next(), random.next(), random.next())
    }

    static func entry(_ name: String, _ kind: EntryKind) -> TreeEntry {
        TreeEntry(
            name: Array(name.utf8), kind: kind, mode: 0o644, uid: 1000, gid: 1000,
            modified: FileTime(seconds: 1_700_000_000, nanoseconds: 123_456_789))
    }

    static func directory(_ name: String) -> KnownEntry {
        var directory = entry(name, .directory)
        directory.tree = digest("tree")
        return KnownEntry(entry: directory, identity: identity(1))
    }

    static func file(_ name: String, _ content: String) -> KnownEntry {
        var file = entry(name, .file)
        file.size = Int64(content.utf8.count)
        file.content = digest(content)
        return KnownEntry(entry: file, identity: identity(2))
    }

    static func identity(_ inode: UInt64) -> KnownIdentity {
        KnownIdentity(device: 5, inode: inode, changed: FileTime(seconds: 1, nanoseconds: 2))
    }

    static func snapshot(_ number: Int) -> CatalogSnapshot {
        CatalogSnapshot(
            number: number,
            zip: CatalogZip(
                name: Array("\(number)".utf8), place: .main, size: 9, inode: UInt64(number),
                modified: FileTime(seconds: 3)),
            record: [1, 2])
    }

    static func content(_ text: String, zip: String) -> CatalogObject {
        let place = ObjectPlace(
            form: .entry, offset: 1 << 40, packed: 3, plain: 4, method: .deflated)
        return CatalogObject(
            PlacedObject(digest: digest(text), place: place), in: Array(zip.utf8))
    }

    /// Puts for a whole tree: paths to contents, `nil` for a directory.
    static func tree(_ members: [String: String?]) -> [CatalogChange] {
        [.put(directory(""), at: .root)]
            + members.sorted { $0.key < $1.key }.map { path, content in
                let name = String(path.split(separator: "/").last ?? "")
                return .put(content.map { file(name, $0) } ?? directory(name), at: BytePath(path))
            }
    }

    static var awkwardEntries: [KnownEntry] {
        var all = [file("plain", "1"), directory("directory"), file("file", "")]
        var bare = entry("no content", .file)
        bare.missing = .unreadable
        bare.size = .max
        bare.modified = FileTime(seconds: -62_135_596_801, nanoseconds: 999_999_999)
        all.append(KnownEntry(entry: bare, identity: nil))
        var link = entry("link", .link)
        link.target = [0xFF, 0x20, 0x0A]
        all.append(KnownEntry(entry: link, identity: identity(.max)))
        var device = entry("device", .blockDevice)
        device.device = DeviceNumber(major: 8, minor: .max)
        all.append(KnownEntry(entry: device, identity: identity(3)))
        for kind in [EntryKind.fifo, .socket, .characterDevice] {
            all.append(KnownEntry(entry: entry("\(kind)", kind), identity: identity(4)))
        }
        var sparse = file("sparse", "s").entry
        sparse.dataRanges = [DataRange(offset: 4096, count: 10)]
        sparse.linkGroup = LinkGroup(device: .max, inode: .max, count: 3)
        sparse.attributes = [ExtendedAttribute(name: Array("user.x".utf8), value: [0, 10, 255])]
        sparse.mode = 0o7777
        sparse.uid = .max
        all.append(KnownEntry(entry: sparse, identity: identity(5)))
        var hole = file("hole", "h").entry
        hole.dataRanges = []
        hole.missing = .torn
        all.append(KnownEntry(entry: hole, identity: identity(6)))
        var odd = file("odd", "o").entry
        odd.name = [0xFF, 0x0A, 0x22]
        all.append(KnownEntry(entry: odd, identity: identity(7)))
        return all
    }
}
