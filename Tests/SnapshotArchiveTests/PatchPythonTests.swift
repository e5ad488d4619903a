import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

/// The script in docs/ needs nothing but Python's zlib to apply a patch.
@Suite struct PatchPythonTests {
    /// Applies one patch by the functions of the script, and prints the SHA-256 of what it made.
    private static let program = """
        import hashlib, importlib.util, sys
        spec = importlib.util.spec_from_file_location("by_hand", sys.argv[1])
        by_hand = importlib.util.module_from_spec(spec)
        sys.dont_write_bytecode = True
        spec.loader.exec_module(by_hand)
        base, patch = (open(path, "rb").read() for path in sys.argv[2:])
        digest = hashlib.sha256()
        for part in by_hand.patched(lambda offset, count: base[offset:offset + count], patch):
            digest.update(part)
        print(digest.hexdigest())
        """

    @Test func pythonMakesTheSameContent() throws {
        var random = SeededGenerator()
        let scratch = try ScratchDirectory()
        for round in 0..<6 {
            let old = random.mixture(round == 0 ? 0 : 150_000)
            var new = old
            random.edit(&new, count: 10)
            if round == 5 { new = random.mixture(200_000) }
            let (patch, result) = try #require(try PatchFixture.encode(new, over: old))
            try scratch.write(old, to: "base")
            try scratch.write(patch, to: "patch")
            let script = try runProgram([
                "python3", "-c", Self.program, repositoryRoot + "/docs/restore-by-hand.py",
                scratch.text + "/base", scratch.text + "/patch",
            ])
            #expect(script.status == 0, "\(script.errors), seed \(random.seed)")
            #expect(
                script.output == result.content.hexadecimal + "\n", "seed \(random.seed)")
        }
    }
}
