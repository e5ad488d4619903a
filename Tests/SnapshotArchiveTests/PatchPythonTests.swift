import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

/// The script in docs/ needs nothing but Python's zlib to apply a patch.
@Suite struct PatchPythonTests {
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
                "python3", repositoryRoot + "/docs/apply-patch.py", scratch.text + "/base",
                scratch.text + "/patch", scratch.text + "/output",
            ])
            #expect(script.status == 0, "\(script.errors), seed \(random.seed)")
            #expect(
                script.output == result.content.hexadecimal + "\n", "seed \(random.seed)")
        }
    }
}
