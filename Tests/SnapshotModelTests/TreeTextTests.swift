import SnapshotModel
import TestSupport
import Testing

@Suite struct TreeTextTests {
    private static let digest = String(repeating: "0123456789abcdef", count: 4)
    private static let start = "a type=file mode=0644 uid=1000 gid=100 time=1764468000.123456789"

    @Test func aLineHasTheKeywordsInOrder() throws {
        var file = TreeEntry(
            name: Array("q4 #1.odt".utf8), kind: .file, mode: 0o4755, uid: 1000, gid: 100,
            modified: FileTime(seconds: 1_764_468_000, nanoseconds: 5))
        file.size = 12
        file.content = Digest(hexadecimal: Array(Self.digest.utf8))
        file.linkGroup = LinkGroup(device: 2049, inode: 77, count: 2)
        file.attributes = [ExtendedAttribute(name: Array("user.a=b".utf8), value: [0, 1, 2, 3])]
        file.dataRanges = [
            DataRange(offset: 0, count: 4096), DataRange(offset: 8192, count: 1),
        ]
        file.missing = .torn
        var text = [UInt8]()
        TreeText.encode([file], into: &text)
        #expect(
            String(decoding: text, as: UTF8.self)
                == #"q4\040\0431.odt type=file mode=04755 uid=1000 gid=100"#
                + " time=1764468000.000000005 size=12 sha256digest=\(Self.digest)"
                + " nlink=2 inode=2049.77 xattr.user.a\\075b=AAECAw== data=0+4096,8192+1"
                + " missing=torn\n")
        #expect(try TreeText.parse(text) == [.entry(file)])
    }

    @Test func aCondensedFileSaysSo() throws {
        let text = Self.start + " size=4096 datadigest=\(Self.digest) data=0+1,4095+1\n"
        let entries = try TreeText.parse(Array(text.utf8)).compactMap { line in
            if case .entry(let entry) = line { entry } else { nil }
        }
        let entry = try #require(entries.first)
        #expect(entry.isCondensed)
        #expect(entry.contentSize == 2)
        var again = [UInt8]()
        TreeText.encode([entry], into: &again)
        #expect(String(decoding: again, as: UTF8.self) == text)
    }

    @Test func timesBefore1970AreRoundedDown() throws {
        let entry = TreeEntry(
            name: [0x61], kind: .fifo, mode: 0, uid: 0, gid: 0,
            modified: FileTime(seconds: -2, nanoseconds: 500_000_000))
        var text = [UInt8]()
        TreeText.encode([entry], into: &text)
        #expect(
            String(decoding: text, as: UTF8.self)
                == "a type=fifo mode=0000 uid=0 gid=0 time=-2.500000000\n")
        #expect(try TreeText.parse(text) == [.entry(entry)])
    }

    @Test func partsOfALargeDirectoryAreLinesToo() throws {
        let tree = try #require(Digest(hexadecimal: Array(Self.digest.utf8)))
        let parts = [
            TreePart(first: [0x61], last: [0x62, 0xFF], count: 40, tree: tree),
            TreePart(first: [0x63], last: [0x63], count: 1, tree: tree),
        ]
        var text = [UInt8]()
        TreeText.encode(parts, into: &text)
        #expect(
            String(decoding: text, as: UTF8.self)
                == "a type=part last=b\\377 count=40 tree=\(Self.digest)\n"
                + "c type=part last=c count=1 tree=\(Self.digest)\n")
        #expect(try TreeText.parse(text) == parts.map { .part($0) })
        #expect(try TreeText.parse([]) == [])
    }

    @Test func whatIsWrittenIsReadBackAndWrittenAlike() throws {
        var random = SeededGenerator(seed: 42)
        for _ in 0..<80 {
            let entries = Set((0..<20).map { _ in random.name() }).map { random.entry(named: $0) }
            var text = [UInt8]()
            TreeText.encode(entries, into: &text)
            let sorted = entries.sorted { $0.name.lexicographicallyPrecedes($1.name) }
            #expect(try TreeText.parse(text) == sorted.map { .entry($0) })
            #expect(text.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
        }
    }

    @Test(
        arguments: [
            ("a type=file mode=0644 uid=1 gid=1 time=1.000000000", 1, .cutShort),
            ("\(start)\nA\(start.dropFirst())\n", 2, .order), ("\(start)\n\(start)\n", 2, .order),
            ("\(start)\nb type=part last=c count=2 tree=\(digest)\n", 2, .mixed),
            ("b type=part last=a count=2 tree=\(digest)\n", 1, .order),
            ("b type=part last=c count=0 tree=\(digest)\n", 1, .badNumber),
            (". type=dir mode=0755 uid=1 gid=1 time=1.000000000\n", 1, .badName),
            ("a/b type=dir mode=0755 uid=1 gid=1 time=1.000000000\n", 1, .badName),
            (" type=dir mode=0755 uid=1 gid=1 time=1.000000000\n", 1, .badName),
            (#"\141 type=dir mode=0755 uid=1 gid=1 time=1.000000000"# + "\n", 1, .badEscape),
            (#"\000 type=dir mode=0755 uid=1 gid=1 time=1.000000000"# + "\n", 1, .badEscape),
            (#"\477 type=dir mode=0755 uid=1 gid=1 time=1.000000000"# + "\n", 1, .badEscape),
            (#"\04"#, 1, .badEscape), ("a*b type=dir", 1, .badKeyword),
            ("a type=door mode=0755 uid=1 gid=1 time=1.000000000\n", 1, .badType),
            ("a type=file mode=644 uid=1 gid=1 time=1.000000000\n", 1, .badNumber),
            ("a type=file mode=00644 uid=1 gid=1 time=1.000000000\n", 1, .badNumber),
            ("a type=file mode=017777 uid=1 gid=1 time=1.000000000\n", 1, .badNumber),
            ("a type=file mode=0644 uid=01 gid=1 time=1.000000000\n", 1, .badNumber),
            ("a type=file mode=0644 uid=4294967296 gid=1 time=1.000000000\n", 1, .badNumber),
            ("a type=file mode=0644 gid=1 uid=1 time=1.000000000\n", 1, .badKeyword),
            ("a type=file mode=0644 uid=1 gid=1 time=-0.000000000\n", 1, .badTime),
            ("a type=file mode=0644 uid=1 gid=1 time=1.5\n", 1, .badTime),
            (
                "a type=file mode=0644 uid=1 gid=1 time=9223372036854775808.000000000\n", 1,
                .badNumber
            ),
            (
                "a type=file mode=0644 uid=1 gid=1 time=99999999999999999999.000000000\n", 1,
                .badNumber
            ),
            ("\(start) size=0\n", 1, .badNumber),
            ("\(start) size=9223372036854775808\n", 1, .badNumber),
            ("\(start) size=1 size=1\n", 1, .badKeyword), ("\(start) link=b\n", 1, .badKeyword),
            ("\(start) sha256digest=\(digest.uppercased())\n", 1, .badDigest),
            ("\(start) sha256digest=\(digest.dropLast())\n", 1, .badDigest),
            ("\(start) xattr.b= xattr.a=\n", 1, .badAttribute),
            ("\(start) xattr.a=QQ=\n", 1, .badAttribute),
            ("\(start) xattr.a=QR==\n", 1, .badAttribute),
            ("\(start) data=4+0\n", 1, .badRanges), ("\(start) data=8+8,4+1\n", 1, .badRanges),
            ("\(start) data=9223372036854775807+1\n", 1, .badNumber),
            ("\(start) size=9 datadigest=\(digest)\n", 1, .badRanges),
            ("\(start) size=9 datadigest=\(digest) data=0+1,8+2\n", 1, .badRanges),
            ("\(start) size=9 sha256digest=\(digest) datadigest=\(digest)\n", 1, .badKeyword),
            ("\(start) missing=gone\n", 1, .badReason), ("\(start) \n", 1, .badKeyword),
            ("\(start)\r\n", 1, .badKeyword), ("\n", 1, .badName),
        ] as [(String, Int, TreeTextError.Problem)])
    func whatEncodeWouldNotWriteIsRefused(
        text: String, line: Int, problem: TreeTextError.Problem
    ) {
        #expect(throws: TreeTextError(line: line, problem: problem)) {
            try TreeText.parse(Array(text.utf8))
        }
    }

    @Test func noDamageIsReadAsSomethingElse() {
        var random = SeededGenerator(seed: 9)
        for _ in 0..<1_000 {
            var text = [UInt8]()
            let names = Set((0..<3).map { _ in random.name() })
            TreeText.encode(names.map { random.entry(named: $0) }, into: &text)
            let at = Int.random(in: text.indices, using: &random)
            text[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            guard let lines = try? TreeText.parse(text) else { continue }
            var again = [UInt8]()
            TreeText.encode(
                lines.compactMap { if case .entry(let entry) = $0 { entry } else { nil } },
                into: &again)
            #expect(again == text)
        }
    }
}

extension SeededGenerator {
    /// An entry of any kind with any values that its kind can have.
    mutating func entry(named name: [UInt8]) -> TreeEntry {
        var entry = TreeEntry(
            name: name, kind: EntryKind.allCases.randomElement(using: &self) ?? .file,
            mode: UInt32.random(in: 0...0o7777, using: &self),
            uid: UInt32.random(in: 0...UInt32.max, using: &self), gid: 0,
            modified: FileTime(
                seconds: Int64.random(in: Int64.min...Int64.max, using: &self),
                nanoseconds: Int32.random(in: 0..<1_000_000_000, using: &self)))
        switch entry.kind {
        case .file:
            entry.size = Int64.random(in: 0...Int64.max, using: &self)
            entry.content = Bool.random(using: &self) ? digest() : nil
            if Bool.random(using: &self) {
                entry.dataRanges = [DataRange(offset: 0, count: 1), DataRange(offset: 5, count: 9)]
                entry.isCondensed = entry.content != nil && entry.size >= 14
            }
        case .directory: entry.tree = digest()
        case .link: entry.target = name + [0x2F, 0x5C]
        case .characterDevice, .blockDevice:
            entry.device = DeviceNumber(major: 8, minor: next() > .max / 2 ? .max : 0)
        case .fifo, .socket: break
        }
        if Bool.random(using: &self) {
            entry.linkGroup = LinkGroup(device: next(), inode: next(), count: 3)
            entry.missing = MissingReason.allCases.randomElement(using: &self)
        }
        let names = Set((0..<Int.random(in: 0...3, using: &self)).map { _ in self.name() })
        entry.attributes = names.sorted { $0.lexicographicallyPrecedes($1) }
            .map { ExtendedAttribute(name: $0, value: Array(self.name().dropFirst())) }
        return entry
    }

    private mutating func digest() -> Digest {
        Digest(words: next(), next(), next(), next())
    }
}
