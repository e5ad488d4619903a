import LinuxSystem
import SnapshotModel
import TestSupport

/// Names and kinds that zip tools stumble over.
enum AwkwardTree {
    /// Names that a zip shows as they are, or escaped, and what tools extract them as.
    static let plainNames: [(extracted: String, content: String)] = [
        ("new%0Aline", "newline"),
        ("tab%09", "tab"),
        ("esc%1B[0m", "escape"),
        ("a%25FF", "looks escaped"),
        ("bad%FFutf8", "invalid"),
        ("100%", "percent"),
        ("back\\slash", "backslash"),
        ("-dash", "dash"),
        ("quote\"'", "quotes"),
        ("\u{E9}-nfc", "nfc"),
        ("e\u{301}-nfd", "nfd"),
        ("한국어", "korean"),
        (String(repeating: "n", count: 255), "long"),
        ("sub/ space ", "spaces"),
        ("-", "only a dash"),
    ]

    static let changedByBsdtar: Set<String> = ["back\\slash", "e\u{301}-nfd"]

    /// Files that are stored under `.snapagent/odd/`.
    static let oddCount = 5

    static func make(in bench: Bench) throws {
        let raw: [([UInt8], String)] = [
            (Array("new\nline".utf8), "newline"),
            (Array("tab\t".utf8), "tab"),
            (Array("esc\u{1B}[0m".utf8), "escape"),
            (Array("a%FF".utf8), "looks escaped"),
            (Array("bad".utf8) + [0xFF] + Array("utf8".utf8), "invalid"),
            (Array("100%".utf8), "percent"),
            (Array("back\\slash".utf8), "backslash"),
            (Array("-dash".utf8), "dash"),
            (Array("quote\"'".utf8), "quotes"),
            (Array("\u{E9}-nfc".utf8), "nfc"),
            (Array("e\u{301}-nfd".utf8), "nfd"),
            (Array("한국어".utf8), "korean"),
            ([UInt8](repeating: UInt8(ascii: "n"), count: 255), "long"),
            (Array("sub/ space ".utf8), "spaces"),
            (Array("-".utf8), "only a dash"),
            // Escaped, these are longer than a component can be.
            ([UInt8](repeating: 0xFE, count: 255), "odd one"),
            ([UInt8](repeating: 10, count: 100), "odd two"),
            (Array(".snapagent/trees".utf8), "odd three"),
            (Array(".SnapAgent".utf8), "odd four"),
        ]
        for (name, content) in raw { try bench.write(Array(content.utf8), named: name) }
        try makeDeepFile(in: bench)
        try bench.root.makeNode(Array("fifo".utf8), kind: .fifo, mode: 0o600)
        try bench.root.makeNode(Array("socket".utf8), kind: .socket, mode: 0o600)
        try bench.root.makeLink(target: Array("nowhere/\n".utf8), at: Array("dangling".utf8))
        try bench.root.makeLink(target: Array("loop".utf8), at: Array("loop".utf8))
        try bench.scratch.makeDirectories("data/empty directory")
        try bench.write("unreadable to tools", to: "mode 0000")
        try bench.root.setMode(of: Array("mode 0000".utf8), 0)
    }

    /// A file below more directories than a path of tools can hold.
    private static func makeDeepFile(in bench: Bench) throws {
        let names = Array(repeating: String(repeating: "d", count: 40), count: 120)
        try bench.write("odd five", to: names.joined(separator: "/") + "/deep")
    }
}
