package import LinuxSystem
package import SnapshotModel

extension ContentZipWriter {
    /// Writes a content as it was found and proven somewhere; it counts once it was unpacked from the new zip.
    ///
    /// `reading` gives the content's bytes where they are packed anew. Throws `damaged` if the copy does not have the
    /// digest: the zip is as it was before then.
    package mutating func add(
        _ content: Digest, _ known: ExportContent, progress: JobProgress = JobProgress(),
        reading: ((Span<UInt8>) throws -> Void) throws -> Void
    ) throws {
        var entry = headers[content] ?? header(Self.name(of: content))
        entry.describe(known.packed, content)
        let start = output.size
        do {
            var bytes = [UInt8]()
            entry.appendLocalHeader(to: &bytes)
            entry.headerOffset = try output.append(bytes)
            try write(known, progress, reading)
            try check(content, entry)
        } catch {
            output.moveEnd(to: start)
            throw error
        }
        entries.append(entry)
        ExtentTable.append(
            chunks: known.packed.chunks, of: content, header: entry.headerOffset, to: &lines)
    }

    private func write(
        _ known: ExportContent, _ progress: JobProgress,
        _ reading: ((Span<UInt8>) throws -> Void) throws -> Void
    ) throws {
        let output = self.output
        switch known.source {
        case .carried(let file, let data):
            var done: Int64 = 0
            while done < known.packed.packed {
                try progress.checkCancelled()
                let count = Int(min(256 << 10, known.packed.packed - done))
                _ = try output.append(try file.bytes(count, at: data + done))
                done += Int64(count)
            }
        case .made where known.packed.method == .stored:
            try reading { part in
                var bytes = [UInt8]()
                bytes.append(part)
                _ = try output.append(bytes)
            }
        case .made:
            let packer = PiecePacker { _ = try output.append($0) }
            try reading { part in
                try progress.checkCancelled()
                try packer.add(part)
            }
            _ = try packer.finish()
        }
    }
}
