import SnapshotModel
import TestSupport
import Testing

@Suite struct RewritingTests {
    private func file(
        _ seed: Int, size: Int64 = 5_000, compressible: Bool? = true
    ) throws -> Rewriting.File {
        var bytes = [UInt8](repeating: 0, count: 32)
        for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: seed >> (8 * index)) }
        return Rewriting.File(
            content: try #require(Digest(bytes)), size: size, isCompressible: compressible)
    }

    @Test(arguments: ["d/plan.odt.locked", "d/plan.locked"])
    func findsTheFileUnderItsNewExtension(name: String) throws {
        var rewriting = Rewriting()
        rewriting.add(path: BytePath("d/plan.odt"), before: try file(1), after: nil)
        rewriting.add(
            path: BytePath(name), before: nil, after: try file(2, compressible: false))
        #expect(rewriting.count == 1)
    }

    @Test func findsWhatWasEncryptedInItsPlace() throws {
        var rewriting = Rewriting()
        rewriting.add(
            path: BytePath("a.txt"), before: try file(1), after: try file(2, compressible: false))
        #expect(rewriting.count == 1)
    }

    @Test func ordinaryWorkIsNone() throws {
        var rewriting = Rewriting()
        // Edited text, a tagged photograph, a moved archive, a new one, a file in another directory.
        rewriting.add(path: BytePath("a.txt"), before: try file(1), after: try file(2))
        rewriting.add(
            path: BytePath("b.jpg"), before: try file(3, compressible: false),
            after: try file(4, compressible: false))
        rewriting.add(path: BytePath("c.zip"), before: try file(5, compressible: false), after: nil)
        rewriting.add(
            path: BytePath("c.zip.old"), before: nil, after: try file(5, compressible: false))
        rewriting.add(
            path: BytePath("new.zip"), before: nil, after: try file(6, compressible: false))
        rewriting.add(path: BytePath("x/d.txt"), before: try file(7), after: nil)
        rewriting.add(
            path: BytePath("y/d.txt.gpg"), before: nil, after: try file(8, compressible: false))
        #expect(rewriting.count == 0)
        // Only the photograph could have been encrypted.
        #expect(rewriting.replaced == 1)
    }

    @Test func whatIsTooSmallToBeCompressedSaysNothing() throws {
        var rewriting = Rewriting()
        rewriting.add(
            path: BytePath("a"), before: try file(1, size: 20),
            after: try file(2, size: 21, compressible: false))
        #expect(rewriting.count == 0)
    }

    @Test func everyFileOfAnyTreeIsFoundOnce() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<50 {
            var rewriting = Rewriting()
            let count = Int.random(in: 0...60, using: &random)
            for number in 0..<count {
                let directory = "d\(Int.random(in: 0...3, using: &random))/"
                let suffix = [".txt", "", ".tar.gz", ".ODT"].randomElement(using: &random) ?? ""
                let name = "\(directory)f\(number)\(suffix)"
                rewriting.add(path: BytePath(name), before: try file(2 * number), after: nil)
                rewriting.add(
                    path: BytePath(name + ".crypt"), before: nil,
                    after: try file(2 * number + 1, compressible: false))
            }
            #expect(rewriting.count == count)
        }
    }
}
