internal import LinuxSystem
internal import SnapshotModel

/// What is mounted where: see proc(5), /proc/pid/mountinfo.
struct MountTable {
    private struct Mount {
        let device: [UInt8]
        let root: BytePath
        let point: BytePath
    }

    private var mounts = [Mount]()

    /// The mounts that this process sees; none where the kernel does not tell.
    static func current() -> MountTable {
        let file = try? FileDescriptor.open(BytePath("/proc/self/mountinfo"), .readOnly)
        return MountTable((try? file?.readAll(atMost: 16 << 20)) ?? [])
    }

    init(_ text: [UInt8]) {
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: " "))
            guard fields.count > 4 else { continue }
            mounts.append(
                Mount(
                    device: Array(fields[2]), root: BytePath(Self.unescaped(fields[3])),
                    point: BytePath(Self.unescaped(fields[4]))))
        }
    }

    /// Where a canonical path really is.
    func place(of path: BytePath) -> PhysicalPlace {
        // A later mount of equal depth hides the earlier one.
        let mount = mounts.filter { path.isInside($0.point) }
            .max { $0.point.bytes.count < $1.point.bytes.count || $0.point == $1.point }
        guard let mount else { return PhysicalPlace(path: path, device: [], inside: path) }
        let rest = path.bytes.dropFirst(mount.point.bytes.count)
            .drop { $0 == UInt8(ascii: "/") }
        return PhysicalPlace(
            path: path, device: mount.device,
            inside: rest.isEmpty ? mount.root : mount.root.appending(Array(rest)))
    }

    /// The kernel writes space, tab, newline and backslash as a backslash and three octal digits.
    private static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
        var bytes = [UInt8]()
        var position = field.startIndex
        while position < field.endIndex {
            let digits = field[position...].dropFirst().prefix(3)
            if field[position] == UInt8(ascii: "\\"), digits.count == 3,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
            {
                bytes.append(value)
                position += 4
            } else {
                bytes.append(field[position])
                position += 1
            }
        }
        return bytes
    }
}
