import LinuxSystem
import SnapshotArchive
import SnapshotModel
import Synchronization
import TestSupport
import Testing
import TreeScanning

@testable import Agent

/// The sample that finds content which changed without a trace.
@Suite struct RotProbeTests {
    private struct Nothing: KnownTree {
        func entries(of directory: BytePath) -> [KnownEntry] { [] }
    }

    /// A scanned tree whose files all count as unchanged; `rotten` ones are remembered with another content.
    private func tree(
        _ files: [String: String], rotten: Set<String>, in scratch: ScratchDirectory
    ) throws -> ScannedTree {
        for (name, content) in files { try scratch.write(content, to: name) }
        var scanned = try TreeScanner(rules: ScanRules()).scan(
            .everything(trustCache: false), root: scratch.descriptor, known: Nothing(),
            lastScan: nil)
        for index in scanned.items.indices where scanned.items[index].entry.kind == .file {
            let name = String(decoding: scanned.items[index].path.bytes, as: UTF8.self)
            let content = rotten.contains(name) ? "as it was" : try #require(files[name])
            scanned.items[index].entry.content = SHA256.digest(of: Array(content.utf8))
            scanned.items[index].needsRead = false
        }
        return scanned
    }

    @Test func findsWhatDiffersAndHasItReadAgain() throws {
        let scratch = try ScratchDirectory()
        var scanned = try tree(
            ["good": "g", "d/bad": "b", "empty": ""], rotten: ["d/bad"], in: scratch)
        let finding = try RotProbe(share: 100, suspects: []).resolve(
            &scanned, root: scratch.descriptor, progress: JobProgress())
        #expect(finding.sampled == 3)
        #expect(finding.rotten == [BytePath("d/bad")])
        let again = scanned.items.filter(\.needsRead)
        #expect(again.map(\.path) == [BytePath("d/bad")])
        #expect(again.allSatisfy { $0.entry.content == nil })
    }

    @Test func aFileThatChangedSinceTheScanIsNotRotten() throws {
        let scratch = try ScratchDirectory()
        var scanned = try tree(["file": "before"], rotten: [], in: scratch)
        try scratch.write("after!", to: "file")
        let finding = try RotProbe(share: 100, suspects: []).resolve(
            &scanned, root: scratch.descriptor, progress: JobProgress())
        #expect(finding.rotten.isEmpty)
    }

    /// Two files change places all the time, and nothing about either of them changes.
    @Test func anotherFileInItsPlaceIsNotRot() throws {
        let scratch = try ScratchDirectory()
        let scanned = try tree(["x/f": "one", "y/f": "two"], rotten: [], in: scratch)
        let isOver = Atomic(false)
        let swapper = try Thread(name: "swapper") {
            do {
                while !isOver.load(ordering: .relaxed) {
                    try scratch.descriptor.exchange(
                        Array("x".utf8), with: scratch.descriptor, Array("y".utf8))
                }
            } catch {
                Issue.record("nothing was exchanged: \(error)")
            }
        }
        let probe = RotProbe(share: 0, suspects: [BytePath("x/f")])
        var sampled = 0
        for _ in 0..<3_000 {
            var copy = scanned
            let finding = try probe.resolve(
                &copy, root: scratch.descriptor, progress: JobProgress())
            sampled += finding.sampled
            #expect(finding.rotten.isEmpty)
        }
        isOver.store(true, ordering: .relaxed)
        swapper.join()
        #expect(sampled > 0)
    }

    @Test func withoutAShareOnlySuspectsAreRead() throws {
        let scratch = try ScratchDirectory()
        var scanned = try tree(["a": "a", "b": "b"], rotten: ["a", "b"], in: scratch)
        let finding = try RotProbe(share: 0, suspects: [BytePath("b")]).resolve(
            &scanned, root: scratch.descriptor, progress: JobProgress())
        #expect(finding.sampled == 1)
        #expect(finding.rotten == [BytePath("b")])
    }

    @Test func aShareIsAboutThatManyFiles() throws {
        let scratch = try ScratchDirectory()
        let files = Dictionary(uniqueKeysWithValues: (0..<400).map { ("f\($0)", "x") })
        var scanned = try tree(files, rotten: [], in: scratch)
        let finding = try RotProbe(share: 50, suspects: []).resolve(
            &scanned, root: scratch.descriptor, progress: JobProgress())
        // Ten standard deviations of 10 files.
        #expect((100...300).contains(finding.sampled))
    }
}
