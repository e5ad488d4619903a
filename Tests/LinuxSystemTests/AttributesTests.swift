internal import LinuxSystem
internal import SnapshotModel
internal import TestSupport
internal import Testing

@Suite struct AttributesTests {
    let scratch: ScratchDirectory
    let file = Array("file".utf8)

    init() throws {
        scratch = try ScratchDirectory()
        try scratch.write("", to: "file")
    }

    private func attribute(_ name: String, _ value: [UInt8]) -> ExtendedAttribute {
        ExtendedAttribute(name: Array(name.utf8), value: value)
    }

    @Test func areSortedBytes() throws {
        let expected = [
            attribute("user.a", []), attribute("user.b", [0, 0xFF, 10]),
            attribute("user.c", [UInt8](repeating: 1, count: 1_000)),
        ]
        let descriptor = try scratch.descriptor.open(file, .readOnly)
        #expect(try descriptor.attributes() == [])
        for attribute in expected.reversed() { try descriptor.setAttribute(attribute) }
        #expect(try descriptor.attributes() == expected)
        #expect(try scratch.descriptor.attributes(of: file) == expected)
        try descriptor.removeAttribute(Array("user.b".utf8))
        #expect(try descriptor.attributes() == [expected[0], expected[2]])
    }

    @Test func ofADirectoryAndByName() throws {
        let root = try FileDescriptor.open(scratch.path, [.readOnly, .directory])
        let odd: [UInt8] = [0xFE, 0x0A]
        try scratch.write([], to: BytePath(odd))
        try root.setAttribute(attribute("user.root", [1]))
        try root.setAttribute(attribute("user.odd", [2]), of: odd)
        #expect(try root.attributes() == [attribute("user.root", [1])])
        #expect(try root.attributes(of: odd) == [attribute("user.odd", [2])])
    }

    @Test func aLinkHasItsOwn() throws {
        let link = Array("link".utf8)
        try scratch.descriptor.makeLink(target: file, at: link)
        try scratch.descriptor.open(file, .readOnly).setAttribute(attribute("user.file", [1]))
        #expect(try scratch.descriptor.attributes(of: link) == [])
    }

    @Test func tooManyAreRefused() throws {
        let descriptor = try scratch.descriptor.open(file, .readOnly)
        try descriptor.setAttribute(attribute("user.large", [UInt8](repeating: 1, count: 500)))
        #expect(throws: SystemError("getxattr", errno: .listTooLong)) {
            try descriptor.attributes(atMost: 100)
        }
    }

    @Test func aFileSystemWithoutThemHasNone() throws {
        let descriptor = try scratch.descriptor.open(file, .readOnly)
        let attributes = try SyscallFaults.refusing("listxattr", with: .notSupported) {
            try descriptor.attributes()
        }
        #expect(attributes == [])
    }
}
