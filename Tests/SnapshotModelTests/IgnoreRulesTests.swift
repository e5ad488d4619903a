import SnapshotModel
import Testing

/// What git 2.39's check-ignore says of the same patterns and paths.
@Suite struct IgnoreRulesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let lines: [String]
        let ignored: [String]
        let kept: [String]
        var testDescription: String { lines.joined(separator: " | ") }
    }

    @Test(arguments: [
        Case(lines: ["*.tmp"], ignored: ["a.tmp", "d/e/a.tmp", ".tmp"], kept: ["a.tmpx", "tmp"]),
        Case(
            lines: ["node_modules/"], ignored: ["node_modules/x", "a/node_modules/b/c"],
            kept: ["node_modules"]),
        Case(lines: ["/build"], ignored: ["build", "build/a"], kept: ["src/build"]),
        Case(lines: ["doc/*.txt"], ignored: ["doc/a.txt"], kept: ["doc/x/a.txt", "x/doc/a.txt"]),
        Case(lines: ["**/foo"], ignored: ["foo", "a/foo", "a/b/foo/c"], kept: ["afoo"]),
        Case(lines: ["a/**/b"], ignored: ["a/b", "a/x/b", "a/x/y/b"], kept: ["a/xb", "x/a/b"]),
        Case(lines: ["abc/**"], ignored: ["abc/x", "abc/x/y"], kept: ["abc", "x/abc/y"]),
        Case(lines: ["a**b"], ignored: ["ab", "axxb", "x/aab"], kept: ["a/b"]),
        Case(lines: ["*.log", "!keep.log"], ignored: ["a.log"], kept: ["keep.log", "d/keep.log"]),
        Case(lines: ["d/", "!d/keep"], ignored: ["d/keep", "d/x"], kept: ["keep"]),
        Case(lines: ["d/*", "!d/keep"], ignored: ["d/x", "d/x/keep"], kept: ["d/keep"]),
        Case(lines: ["# no", "", "   ", "\\#yes"], ignored: ["#yes"], kept: ["# no", "no"]),
        Case(
            lines: ["\\!a", "b  ", "c\\ "], ignored: ["!a", "b", "c "], kept: ["a", "b  ", "c"]),
        Case(lines: ["[a-c]x", "[!a-c]y"], ignored: ["ax", "cx", "dy"], kept: ["dx", "ay", "x"]),
        Case(lines: ["[]-]z", "[[:digit:]]"], ignored: ["]z", "-z", "7"], kept: ["az", "77"]),
        Case(
            lines: ["[ab", "x\\", "[[:nope:]]"], ignored: [], kept: ["[ab", "a", "x\\", "x", "n"]),
        Case(lines: ["?"], ignored: ["a", "d/b"], kept: ["ab", "가"]),
        Case(lines: ["사진/"], ignored: ["사진/a", "b/사진/c"], kept: ["사진"]),
        Case(lines: ["/*", "!/src"], ignored: ["a", "b/c"], kept: ["src", "src/a"]),
        Case(lines: ["/**", "!"], ignored: ["a", "a/b"], kept: []),
    ])
    func saysWhatGitSays(_ example: Case) {
        let stack = IgnoreStack(root: IgnoreRules(patterns: example.lines))
        for path in example.ignored {
            #expect(stack.ignores(path: BytePath(path), isDirectory: false), "\(path)")
        }
        for path in example.kept {
            #expect(!stack.ignores(path: BytePath(path), isDirectory: false), "\(path)")
        }
    }

    @Test func aSlashAtTheEndMeansDirectories() {
        let rules = IgnoreRules(patterns: ["cache/"])
        #expect(rules.verdict(path: BytePath("a/cache"), isDirectory: true) == .ignore)
        #expect(rules.verdict(path: BytePath("a/cache"), isDirectory: false) == .none)
        #expect(rules.verdict(path: BytePath("a/cache/x"), isDirectory: false) == .none)
    }

    @Test func aFileMayHaveCarriageReturnsAndAByteOrderMark() {
        let rules = IgnoreRules(content: [0xEF, 0xBB, 0xBF] + Array("*.a\r\n\r\nb".utf8))
        #expect(rules.verdict(path: BytePath("x.a"), isDirectory: false) == .ignore)
        #expect(rules.verdict(path: BytePath("b"), isDirectory: false) == .ignore)
        #expect(IgnoreRules(content: Array("# only\n\n".utf8)).isEmpty)
    }

    @Test func innerRulesStandAboveOuterOnes() {
        var stack = IgnoreStack(root: IgnoreRules(patterns: ["*.log", "cache/"]))
        stack.add(IgnoreRules(patterns: ["!*.log", "/top"]), of: BytePath("work"))
        #expect(stack.ignores(path: BytePath("a.log"), isDirectory: false))
        #expect(!stack.ignores(path: BytePath("work/a.log"), isDirectory: false))
        #expect(stack.ignores(path: BytePath("work/top"), isDirectory: false))
        #expect(!stack.ignores(path: BytePath("work/deep/top"), isDirectory: false))
        #expect(!stack.ignores(path: BytePath("worker/top"), isDirectory: false))
        #expect(stack.ignores(path: BytePath("work/cache/a.log"), isDirectory: false))
        #expect(!stack.ignoresEntry(BytePath("work/cache/a.log"), isDirectory: false))
        #expect(!stack.ignores(path: .root, isDirectory: true))
    }

    @Test func aStackOfADirectoryLeavesItsSiblingsAlone() {
        let outer = IgnoreStack()
        let inner = outer.adding(IgnoreRules(patterns: ["x"]), of: BytePath("a"))
        #expect(inner.ignores(path: BytePath("a/x"), isDirectory: false))
        #expect(!outer.ignores(path: BytePath("a/x"), isDirectory: false))
        #expect(!inner.ignores(path: BytePath("b/x"), isDirectory: false))
    }

    @Test(.timeLimit(.minutes(10)))
    func manyStarsTakeNoLongerThanTheNameTimesThePattern() {
        let pattern = String(repeating: "*a", count: 2_000) + "*b"
        let deep = String(repeating: "**/a/", count: 100) + "b"
        let rules = IgnoreRules(patterns: [pattern, deep])
        let name = [UInt8](repeating: UInt8(ascii: "a"), count: 4_000)
        #expect(rules.verdict(path: BytePath(name), isDirectory: false) == .none)
        let path = Array(String(repeating: "a/", count: 1_500).utf8)
        #expect(rules.verdict(path: BytePath(path), isDirectory: false) == .none)
    }
}
