internal import LinuxSystem
internal import SnapshotModel

/// Tells when file systems are mounted or unmounted, of which inotify says nothing: see proc(5), mountinfo.
struct MountWatch: ~Copyable {
    private static let largestTable = 16 << 20

    private let table: FileDescriptor

    /// Opens the table of mounts, or a file in the form of one.
    init(table path: BytePath = BytePath("/proc/self/mountinfo")) throws(SystemError) {
        table = try FileDescriptor.open(path, .readOnly)
    }

    /// What has news when something is mounted or unmounted anywhere.
    var descriptor: Int32 { table.rawValue }

    /// The mounts at a directory and below it, one line each.
    func mounts(in root: BytePath) throws(SystemError) -> Set<[UInt8]> {
        let point = Self.escaped(root)
        let lines = try table.readAll(atMost: Self.largestTable).split(
            separator: UInt8(ascii: "\n"))
        return Set(
            lines.filter { line in
                let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
                guard fields.count > 4 else { return false }
                return BytePath(Array(fields[4])).isInside(point)
            }.map { Array($0) })
    }

    /// A path as the table has it, where names end with a blank.
    private static func escaped(_ path: BytePath) -> BytePath {
        var bytes: [UInt8] = []
        for byte in path.bytes {
            switch byte {
            case UInt8(ascii: " "): bytes += Array(#"\040"#.utf8)
            case UInt8(ascii: "\t"): bytes += Array(#"\011"#.utf8)
            case UInt8(ascii: "\n"): bytes += Array(#"\012"#.utf8)
            case UInt8(ascii: "\\"): bytes += Array(#"\134"#.utf8)
            default: bytes.append(byte)
            }
        }
        return BytePath(bytes)
    }
}
