import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotStore

@Suite struct AnnotationsFileTests {
    let scratch: ScratchDirectory
    var annotations = Annotations()

    init() throws {
        scratch = try ScratchDirectory()
        annotations.generation = 3
        annotations.update("id", number: 42) { note in
            note.label = "before \"tax\" 세금\n"
            note.isPinned = true
            note.expiry = Expiry(time: 1, running: 2)
        }
        annotations.brakes = [Brake(code: .massDeletion, reason: "812 of 1204", since: 5)]
        annotations.acknowledged = ["b.zip", "a.zip"]
    }

    @Test func whatIsWrittenIsRead() throws {
        let text = try #require(AnnotationsFile.encode(annotations))
        #expect(AnnotationsFile.decode(text) == annotations)
        #expect(AnnotationsFile.encode(annotations) == text)
    }

    @Test func everyDamagedByteIsNoticed() throws {
        let text = try #require(AnnotationsFile.encode(annotations))
        for index in text.indices {
            var damaged = text
            damaged[index] ^= 1
            #expect(AnnotationsFile.decode(damaged) == nil, "byte \(index)")
            #expect(AnnotationsFile.decode(Array(text[..<index])) == nil, "cut at \(index)")
        }
    }

    @Test func oneThatIsTooLargeToBeReadAgainReplacesNothing() throws {
        try AnnotationsFile.write(annotations, in: scratch.descriptor)
        var next = annotations
        next.update("other", number: 43) { $0.label = String(repeating: "a", count: 999) }
        #expect {
            try AnnotationsFile.write(next, in: scratch.descriptor, atMost: 999)
        } throws: { error in
            (error as? SystemError)?.errno == .fileTooBig
        }
        #expect(try whole() == annotations)
        #expect(
            try AnnotationsFile.bytes(of: StoreFileName.olderAnnotations, in: scratch.descriptor)
                == nil)
    }

    @Test func oneThatIsTooLargeCountsAsDamaged() throws {
        try AnnotationsFile.write(annotations, in: scratch.descriptor)
        try AnnotationsFile.write(annotations, in: scratch.descriptor)
        let file = try scratch.descriptor.open(StoreFileName.annotations, [.readWrite])
        try file.truncate(to: Int64(AnnotationsFile.limit) + 1)
        guard case .lost(let older) = try AnnotationsFile.read(in: scratch.descriptor) else {
            Issue.record("the size was not noticed")
            return
        }
        #expect(older == annotations)
        var next = annotations
        next.generation += 1
        try AnnotationsFile.write(next, in: scratch.descriptor)
        #expect(try whole() == next)
    }

    @Test func theGenerationBeforeIsKept() throws {
        try AnnotationsFile.write(annotations, in: scratch.descriptor)
        var next = annotations
        next.generation += 1
        next.snapshots = [:]
        try AnnotationsFile.write(next, in: scratch.descriptor)
        #expect(try whole() == next)
        try scratch.write("{", to: "annotations.json")
        guard case .lost(let older) = try AnnotationsFile.read(in: scratch.descriptor) else {
            Issue.record("the damage was not noticed")
            return
        }
        #expect(older == annotations)
        // A damaged file does not take the older generation's place.
        try AnnotationsFile.write(next, in: scratch.descriptor)
        try scratch.write("", to: "annotations.json")
        guard case .lost(.some(annotations)) = try AnnotationsFile.read(in: scratch.descriptor)
        else {
            Issue.record("the older generation is gone")
            return
        }
    }

    @Test(arguments: ["fdatasync", "fsync", "renameat", "linkat", "pwrite"], 0...3)
    func aWritingCutShortLeavesOneOrTheOther(call: String, after: Int) throws {
        try AnnotationsFile.write(annotations, in: scratch.descriptor)
        var next = annotations
        next.generation += 1
        next.snapshots = [:]
        let isDone = SyscallFaults.refusing(call, with: .io, after: after) {
            (try? AnnotationsFile.write(next, in: scratch.descriptor)) != nil
        }
        let found = try #require(try whole())
        #expect(found == annotations || found == next)
        if isDone { #expect(found == next) }
    }

    private func whole() throws -> Annotations? {
        guard case .whole(let found) = try AnnotationsFile.read(in: scratch.descriptor) else {
            return nil
        }
        return found
    }
}
