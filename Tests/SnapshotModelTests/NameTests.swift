import SnapshotModel
import TestSupport
import Testing

@Suite struct NameTests {
    @Test(arguments: [
        ("notes.txt", "notes.txt"), ("two words", "two words"), ("사진 정리", "사진 정리"),
        ("two\nlines", #"$'two\nlines'"#), ("a\tb", #"$'a\tb'"#), ("it's", "it's"),
        ("it's\n", #"$'it\'s\n'"#), (#"back\slash"#, #"back\slash"#),
        ("\u{1B}[31m", #"$'\033[31m'"#),
        ("\\\n", #"$'\\\n'"#), ("$'x'", #"$'$\'x\''"#), ("a\u{202E}b", #"$'a\342\200\256b'"#),
        ("\u{85}", #"$'\302\205'"#), ("\u{2028}", #"$'\342\200\250'"#), ("", ""),
    ])
    func namesAreShownOnOneLineAndCanBeTyped(name: String, shown: String) {
        #expect(displayName(Array(name.utf8)) == shown)
    }

    @Test func bytesThatAreNotUTF8AreShownInOctal() {
        #expect(displayName([0x61, 0xFF, 0x62]) == #"$'a\377b'"#)
        #expect(displayName([0xED, 0x95, 0x9C, 0xED, 0x95]) == #"$'한\355\225'"#)
        #expect(displayName([0xC0, 0x80]) == #"$'\300\200'"#)
    }

    @Test func aWordOfACommandIsQuoted() {
        #expect(shellWord(Array("a/b-1.txt".utf8)) == "a/b-1.txt")
        #expect(shellWord(Array("two words".utf8)) == "'two words'")
        #expect(shellWord(Array("it's".utf8)) == #"'it'\''s'"#)
        #expect(shellWord(Array("a\nb".utf8)) == #"$'a\nb'"#)
        #expect(shellWord([]) == "''")
        #expect(BytePath.root.display == ".")
        #expect(BytePath("a b").display == "a b")
    }

    @Test(arguments: [
        ("a/b.txt", "a/b.txt"), ("100%", "100%"), ("a%FF", "a%25FF"), ("a%fg", "a%fg"),
        ("d%41/e%", "d%2541/e%"), ("a\nb", "a%0Ab"), ("50% \u{7}", "50%25 %07"),
        ("한글/é", "한글/é"), ("e\u{301}", "e\u{301}"), (#"a\b"#, #"a\b"#), ("x\u{9B}", "x%C2%9B"),
        (".snapagentx", ".snapagentx"), ("d/.snapagent", "d/.snapagent"),
    ])
    func zipsShowNames(path: String, visible: String) {
        #expect(ArchiveName.visible(BytePath(path)) == .plain(Array(visible.utf8)))
    }

    @Test(arguments: [".snapagent", ".SnapAgent", ".snapagent/a", ".SNAPAGENT/b/c"])
    func whatBelongsToTheZipItselfIsOdd(path: String) {
        #expect(ArchiveName.visible(BytePath(path)) == .odd)
    }

    @Test func namesThatNoToolExtractsAreOdd() {
        let long = [UInt8](repeating: UInt8(ascii: "a"), count: 255)
        #expect(ArchiveName.visible(BytePath(long)) == .plain(long))
        #expect(ArchiveName.visible(BytePath([UInt8](repeating: 0xFF, count: 86))) == .odd)
        #expect(ArchiveName.visible(BytePath([UInt8](repeating: 0xFF, count: 85))) != .odd)
        let deep = Array(String(repeating: "abcdefghi/", count: 400).utf8)
        #expect(ArchiveName.visible(BytePath(deep)) == .plain(deep))
        #expect(ArchiveName.visible(BytePath(deep + [0x61])) == .odd)
        #expect(ArchiveName.visible(BytePath(long + [0x62]).appending([0x63])) == .odd)
    }

    @Test func noTwoPathsShareAName() {
        var random = SeededGenerator(seed: 7)
        let alphabet: [UInt8] = [0x25, 0x30, 0x46, 0x41, 0xFF, 0x0A, 0xC3, 0xA9, 0x2F]
        var seen = [[UInt8]: BytePath]()
        for _ in 0..<20_000 {
            let count = Int.random(in: 1...5, using: &random)
            let path = BytePath(
                (0..<count).map { _ in alphabet.randomElement(using: &random) ?? 0 })
            guard case .plain(let name) = ArchiveName.visible(path) else { continue }
            #expect(seen[name] == nil || seen[name] == path)
            #expect(String(validating: name, as: UTF8.self) != nil)
            seen[name] = path
        }
        #expect(seen.count > 1_000)
    }
}
