internal import FoundationEssentials
internal import LinuxSystem
internal import SnapshotModel

/// A path as text, and in base64 too if the text cannot hold it.
struct PathShape: Codable {
    private var path: String
    private var base64: Data?

    private enum CodingKeys: String, CodingKey {
        case path
        case base64 = "path_base64"
    }

    init(_ path: BytePath) {
        let text = String(validating: path.bytes, as: UTF8.self)
        self.path = text ?? String(decoding: path.bytes, as: UTF8.self)
        base64 = text == nil ? Data(path.bytes) : nil
    }

    func decoded() throws -> BytePath {
        let bytes = base64.map { Array($0) } ?? Array(path.utf8)
        guard !bytes.contains(0) else { throw SnapshotRecordJSON.damaged("a path holds a NUL") }
        return BytePath(bytes)
    }
}

/// A moment in numbers, and for people in UTC, which is not read back.
struct TimeShape: Codable {
    private var seconds: Int64
    private var nanoseconds: Int32
    private var utc: String?

    init(_ time: FileTime) {
        seconds = time.seconds
        nanoseconds = time.nanoseconds
        utc = UniversalTime(seconds: time.seconds).description
    }

    func time() throws -> FileTime {
        guard (0..<1_000_000_000).contains(nanoseconds) else {
            throw SnapshotRecordJSON.damaged("nanoseconds are out of range")
        }
        return FileTime(seconds: seconds, nanoseconds: nanoseconds)
    }
}

/// The root's own attributes, which no tree lists.
struct RootShape: Codable {
    private var mode: String
    private var uid: UInt32
    private var gid: UInt32
    private var modified: TimeShape
    private var tree: String?
    private var attributes: [AttributeShape]
    private var missing: MissingReason?

    init(_ entry: TreeEntry) {
        mode = "0" + String(entry.mode, radix: 8)
        uid = entry.uid
        gid = entry.gid
        modified = TimeShape(entry.modified)
        tree = entry.tree?.hexadecimal
        attributes = entry.attributes.map(AttributeShape.init)
        missing = entry.missing
    }

    func entry() throws -> TreeEntry {
        guard let mode = UInt32(mode, radix: 8), mode <= 0o7777 else {
            throw SnapshotRecordJSON.damaged("the root's mode is out of range")
        }
        var entry = TreeEntry(
            name: [], kind: .directory, mode: mode, uid: uid, gid: gid,
            modified: try modified.time())
        if let tree {
            guard let digest = Digest(hexadecimal: Array(tree.utf8)) else {
                throw SnapshotRecordJSON.damaged("the root's tree is not a digest")
            }
            entry.tree = digest
        }
        entry.attributes = attributes.map(\.attribute)
        entry.missing = missing
        return entry
    }
}

/// An extended attribute, whose name the kernel does not promise to be text either.
struct AttributeShape: Codable {
    private var name: Data
    private var value: Data

    private enum CodingKeys: String, CodingKey {
        case name = "name_base64"
        case value = "value_base64"
    }

    init(_ attribute: ExtendedAttribute) {
        name = Data(attribute.name)
        value = Data(attribute.value)
    }

    var attribute: ExtendedAttribute {
        ExtendedAttribute(name: Array(name), value: Array(value))
    }
}
