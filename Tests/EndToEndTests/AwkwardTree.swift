import LinuxSystem
import SnapshotModel
import TestSupport

/// Members that backup programs stumble over, in the directory `data` of a scratch directory.
struct AwkwardTree {
    private let scratch: ScratchDirectory

    /// Makes every member; as root, some of them belong to others.
    init(in scratch: ScratchDirectory) throws {
        self.scratch = scratch
        try makeNames()
        try makeKinds()
        try makeModes()
        try makeTimes()
        try makeDepth()
    }

    private func makeNames() throws {
        let names: [[UInt8]] = [
            Array("two\nlines".utf8), Array("tab\there".utf8), Array("\"double\"".utf8),
            Array("it's".utf8), Array("back\\slash".utf8), Array("-rf".utf8), Array("--help".utf8),
            Array(repeating: UInt8(ascii: "x"), count: 255), [0xff, 0xfe, 0x80], [0x61, 0xc3],
            Array("caf\u{e9}".utf8), Array("cafe\u{301}".utf8), Array("한글 문서.txt".utf8),
            Array("a%FF".utf8), Array("a%2541".utf8), Array(" ".utf8), Array("trailing ".utf8),
            Array("trailing.".utf8), Array("...".utf8), Array("$HOME".utf8), Array("*?[a]".utf8),
            Array("a#b=c".utf8), [0x1b, 0x5b, 0x33, 0x31, 0x6d], [0x7f], Array("C:".utf8),
            Array("\u{202e}gnp".utf8), Array("CON".utf8), Array("🙂".utf8),
        ]
        for (number, name) in names.enumerated() {
            try scratch.write(Array("content \(number)\n".utf8), to: path("names").appending(name))
            // The same name again as a directory with something in it, and as a link's target.
            try scratch.write([0x31], to: path("directories").appending(name).appending(name))
        }
        let links = try open("links")
        for (number, name) in names.enumerated() {
            try links.makeLink(target: name, at: Array("link \(number)".utf8))
        }
        // Names that the zip itself uses.
        try scratch.write("mine\n", to: "data/.snapagent/snapshot.json")
        try scratch.write("mine\n", to: "data/.SNAPAGENT/README.txt")
        try scratch.write("[fake]\n", to: "data/inner/.snapagent/trees")
    }

    private func makeKinds() throws {
        try scratch.write("", to: "data/kinds/empty file")
        try scratch.makeDirectories("data/kinds/empty directory")
        let kinds = try open("kinds")
        try kinds.makeLink(target: Array("nowhere/at/all".utf8), at: Array("dangling".utf8))
        try kinds.makeLink(target: Array("loop b".utf8), at: Array("loop a".utf8))
        try kinds.makeLink(target: Array("loop a".utf8), at: Array("loop b".utf8))
        try kinds.makeLink(target: Array(".".utf8), at: Array("self".utf8))
        try kinds.makeLink(target: Array("/etc/hostname".utf8), at: Array("absolute".utf8))
        try kinds.makeNode(Array("fifo".utf8), kind: .fifo, mode: 0o640, device: nil)
        try kinds.makeNode(Array("socket".utf8), kind: .socket, mode: 0o700, device: nil)
        try scratch.write("shared\n", to: "data/kinds/first name")
        for name in ["first name", "dangling", "fifo", "socket"] {
            try kinds.makeHardLink(
                from: kinds, Array(name.utf8), to: Array("\(name) again".utf8))
        }
    }

    private func makeModes() throws {
        let modes: [(String, UInt32)] = [
            ("closed", 0o000), ("read only", 0o444), ("setuid", 0o4755), ("setgid", 0o2755),
            ("write only", 0o200),
        ]
        for (name, _) in modes { try scratch.write("mode\n", to: "data/modes/\(name)") }
        try scratch.write("inside\n", to: "data/modes/fixed/file")
        try scratch.makeDirectories("data/modes/sticky")
        try scratch.makeDirectories("data/modes/shared")
        try scratch.makeDirectories("data/modes/fixed/inner")
        let directory = try open("modes")
        if SystemIdentity.effectiveUserID == 0 {
            try directory.setOwner(of: Array("read only".utf8), uid: 1234, gid: 5678)
            try directory.setOwner(of: Array("setuid".utf8), uid: 1234, gid: 1234)
            try directory.setOwner(of: Array("shared".utf8), uid: 70_000, gid: 4_000_000_000)
            try open("links").setOwner(of: Array("link 0".utf8), uid: 1234, gid: 1234)
        }
        for (name, mode) in modes { try directory.setMode(of: Array(name.utf8), mode) }
        try directory.setMode(of: Array("sticky".utf8), 0o1777)
        try directory.setMode(of: Array("shared".utf8), 0o2770)
        try directory.setMode(of: Array("fixed".utf8), 0o555)
    }

    private func makeTimes() throws {
        let times: [(String, FileTime)] = [
            ("before 1970", FileTime(seconds: -1_000_000_000, nanoseconds: 1)),
            ("1970", FileTime(seconds: 0, nanoseconds: 0)),
            ("after 2038", FileTime(seconds: 5_000_000_000, nanoseconds: 999_999_999)),
            ("odd second", FileTime(seconds: 1_700_000_001, nanoseconds: 123_456_789)),
        ]
        for (name, _) in times { try scratch.write("time\n", to: "data/times/\(name)") }
        let directory = try open("times")
        for (name, time) in times { try directory.setTimes(of: Array(name.utf8), modified: time) }
        try open("links").setTimes(of: Array("link 1".utf8), modified: times[3].1)
        try directory.setTimes(modified: times[2].1)
    }

    private func makeDepth() throws {
        let deep = (0..<200).reduce(path("deep")) { $0.appending(Array("level \($1)".utf8)) }
        try scratch.write(Array("bottom\n".utf8), to: deep.appending(Array("file".utf8)))
    }

    private func path(_ directory: String) -> BytePath { BytePath("data/" + directory) }

    private func open(_ directory: String) throws -> FileDescriptor {
        try scratch.makeDirectories("data/" + directory)
        return try scratch.descriptor.openBeneath(path(directory), [.readOnly, .directory])
    }
}
