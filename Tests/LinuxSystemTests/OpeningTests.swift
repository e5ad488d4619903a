internal import LinuxSystem
internal import SnapshotModel
internal import TestSupport
internal import Testing

/// Opening below a root, which must hold against whatever is in the tree.
@Suite struct OpeningTests {
    let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
        try scratch.write("inside", to: "tree/dir/file")
        try scratch.write("outside", to: "secret")
        try scratch.descriptor.makeLink(target: Array("..".utf8), at: Array("up".utf8))
    }

    @Test func findsWhatLiesBelow() throws {
        let root = try scratch.descriptor.openBeneath(BytePath("tree"), [.readOnly, .directory])
        let file = try root.openBeneath(BytePath("dir/file"), .readOnly)
        #expect(try file.readAll(atMost: 100) == Array("inside".utf8))
        let itself = try root.openBeneath(.root, [.readOnly, .directory])
        #expect(try itself.status().identity == root.status().identity)
    }

    @Test(arguments: [
        "../secret", "dir/../../secret", "/etc/passwd", "link/secret", "dirlink/file",
    ])
    func staysBelow(path: String) throws {
        let root = try scratch.descriptor.openBeneath(BytePath("tree"), [.readOnly, .directory])
        try root.makeLink(target: Array("..".utf8), at: Array("link".utf8))
        try root.makeLink(target: Array("dir".utf8), at: Array("dirlink".utf8))
        let error = #expect(throws: SystemError.self) {
            _ = try root.openBeneath(BytePath(path), .readOnly)
        }
        #expect([.crossDevice, .loop].contains(error?.errno))
    }

    @Test func refusesALinkAsTheLastName() throws {
        let root = try scratch.descriptor.openBeneath(.root, [.readOnly, .directory])
        let error = #expect(throws: SystemError.self) {
            _ = try root.openBeneath(BytePath("up"), [.readOnly, .noFollow])
        }
        #expect(error?.errno == .loop)
        let handle = try root.openBeneath(BytePath("up"), [.pathOnly, .noFollow])
        #expect(try handle.status().kind == .link)
    }

    @Test(arguments: [4_094, 4_095, 4_096, 4_097, 9_050])
    func takesPathsOfAnyLength(length: Int) throws {
        var names = Array(
            repeating: [UInt8](repeating: UInt8(ascii: "d"), count: 99), count: length / 100)
        names.append([UInt8](repeating: UInt8(ascii: "f"), count: length - names.count * 100))
        let path = BytePath(Array(names.joined(separator: [UInt8(ascii: "/")])))
        let directory = BytePath(Array(names.dropLast().joined(separator: [UInt8(ascii: "/")])))
        try scratch.makeDirectories(directory)
        let file = try scratch.descriptor.openBeneath(path, [.create, .readWrite])
        try file.write(Array("deep".utf8), at: 0)
        let again = try scratch.descriptor.openBeneath(path, .readOnly)
        #expect(path.bytes.count == length)
        #expect(try again.readAll(atMost: 10) == Array("deep".utf8))
    }

    @Test func aLongPathCannotLeaveEither() throws {
        let name = [UInt8](repeating: UInt8(ascii: "d"), count: 200)
        let down = Array(repeating: name, count: 21)
        try scratch.makeDirectories(BytePath(Array(down.joined(separator: [47]))))
        let up = Array(repeating: Array("..".utf8), count: 22) + [Array("etc".utf8)]
        let path = BytePath(Array((down + up).joined(separator: [47])))
        let error = #expect(throws: SystemError.self) {
            _ = try scratch.descriptor.openBeneath(path, .readOnly)
        }
        #expect(error?.errno == .crossDevice)
    }

    @Test func namesAreBytes() throws {
        let name: [UInt8] = [0xFF, 0x0A, 0xC3, 0x28]
        try scratch.write([1, 2, 3], to: BytePath(name))
        #expect(try scratch.descriptor.status(of: name).size == 3)
        var listed: [[UInt8]] = []
        try scratch.descriptor.names { name, _ in listed.append(name) }
        #expect(listed.contains(name))
    }

    @Test(arguments: [
        ([UInt8]([97, 0, 98]), Errno.invalid), ([UInt8](repeating: 97, count: 5_000), .nameTooLong),
    ])
    func refusesNamesThatTheKernelWouldMisread(name: [UInt8], reason: Errno) throws {
        let error = #expect(throws: SystemError.self) {
            _ = try scratch.descriptor.open(name, .readOnly)
        }
        #expect(error?.errno == reason)
    }

    @Test func descriptorsAreNotInherited() throws {
        let file = try scratch.descriptor.openBeneath(BytePath("secret"), .readOnly)
        let copy = try file.duplicate()
        let listing = try runProgram(["ls", "-l", "/proc/self/fd"])
        #expect(copy.rawValue != file.rawValue)
        #expect(!listing.output.contains("secret"))
    }
}
