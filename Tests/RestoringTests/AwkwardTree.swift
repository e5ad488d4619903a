import LinuxSystem
import SnapshotModel
import TestSupport

extension ScratchDirectory {
    /// Fills the directory with what trips programs up.
    func makeAwkward() throws {
        let root = try descriptor.duplicate()
        let names: [[UInt8]] = [
            Array("new\nline".utf8), Array("tab\tand \"quote\" and 'quote'".utf8),
            Array("back\\slash".utf8), Array("-rf".utf8), Array(" ".utf8), [0xFF, 0xFE, 0x80],
            Array("e\u{301}".utf8), Array("\u{E9}".utf8),
            [UInt8](repeating: UInt8(ascii: "x"), count: 255), Array("\u{1B}[31m".utf8),
        ]
        for name in names { try write(name, to: BytePath(name)) }
        try write("", to: "empty")
        try makeDirectories("hollow")
        try write("secret", to: "0000")
        try write("fixed", to: "0444")
        try write("inside", to: "closed/file")
        try write("deeper", to: "closed/inner/file")
        try root.makeLink(target: Array("nowhere".utf8), at: Array("dangling".utf8))
        try root.makeLink(target: Array("loop".utf8), at: Array("loop".utf8))
        try root.makeLink(target: Array("/etc".utf8), at: Array("abroad".utf8))
        try root.makeNode(Array("pipe".utf8), kind: .fifo, mode: 0o640)
        try root.makeNode(Array("socket".utf8), kind: .socket, mode: 0o755)
        try makeDirectories(Array(repeating: "deep", count: 200).joined(separator: "/"))
        try makeSpecial(root)
        try setModes(root)
    }

    private func makeSpecial(_ root: borrowing FileDescriptor) throws {
        let sparse = try root.open(Array("sparse".utf8), [.create, .readWrite])
        try sparse.truncate(to: 3 << 20)
        try sparse.write([UInt8](repeating: 9, count: 5000), at: 1 << 20)
        try sparse.setAttribute(ExtendedAttribute(name: Array("user.n".utf8), value: [0, 1, 255]))
        try write("linked", to: "one")
        try root.makeHardLink(from: root, Array("one".utf8), to: Array("two".utf8))
        for name in ["dangling", "pipe", "socket"] {
            try root.makeHardLink(from: root, Array(name.utf8), to: Array("\(name) 2".utf8))
        }
        try root.setTimes(
            of: Array("dangling".utf8), modified: FileTime(seconds: 77, nanoseconds: 999_999_999))
        try root.setTimes(
            of: Array("0444".utf8), modified: FileTime(seconds: -10, nanoseconds: 1))
    }

    private func setModes(_ root: borrowing FileDescriptor) throws {
        try root.setMode(of: Array("0000".utf8), 0)
        try root.setMode(of: Array("0444".utf8), 0o444)
        try root.setMode(of: Array("empty".utf8), 0o6711)
        try root.setMode(of: Array("hollow".utf8), 0o1777)
        try descriptor.openBeneath(BytePath("closed/inner"), [.readOnly]).setMode(0o500)
        try root.setMode(of: Array("closed".utf8), 0o555)
        for name in ["closed", "hollow"] {
            try root.setTimes(
                of: Array(name.utf8), modified: FileTime(seconds: 1_000, nanoseconds: 5))
        }
    }
}
