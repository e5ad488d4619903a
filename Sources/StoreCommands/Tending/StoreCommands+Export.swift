package import ControlProtocol
internal import LinuxSystem
internal import SnapshotArchive
package import SnapshotModel
internal import SnapshotStore

extension StoreCommands {
    /// Bytes that go to the sink at a time.
    private static let piece = 256 << 10

    /// Gives `sink` the bytes of one zip that holds everything of a snapshot.
    ///
    /// The zip is read and checked whole before the first byte goes out, so that a failure leaves no half file.
    package func export(
        _ parameters: ExportParameters, to sink: ([UInt8]) throws(UserError) -> Void
    ) throws(UserError) -> ExportReport {
        let start = MonotonicInstant.now
        let snapshot = try resolve(parameters.reference.bytes)
        let archive = try view(snapshot).archive
        guard archive.record.layout == .complete else {
            throw UserError(
                .internal, "\(snapshot.number) leans on other zips, which cannot be joined yet",
                remedy: "snapctl restore \(snapshot.number) --to DIR")
        }
        if let damage = try archive.check(readData: true, progress: progress).first {
            throw UserError(
                .damaged, "\(snapshot.number): \(damage.message), not exported",
                remedy: "snapctl verify \(snapshot.number) --read-data; snapctl restore "
                    + "\(snapshot.number) --to DIR gives what is whole",
                subject: damage.path?.display)
        }
        let counts = snapshot.record.counts
        progress.begin("writing", files: 1, bytes: archive.fileStatus.size)
        let bytes = try copy(archive, to: sink)
        return ExportReport(
            dataset: dataset, snapshot: snapshot.number, file: nil, bytes: bytes,
            files: counts.files, plainBytes: counts.bytes, duration: Self.seconds(since: start))
    }

    private func copy(
        _ archive: ArchiveReader, to sink: ([UInt8]) throws(UserError) -> Void
    ) throws(UserError) -> Int64 {
        try explaining {
            let file = try FileDescriptor.open(archive.path, [.readOnly, .noFollow])
            let status = try file.status()
            guard status.identity == archive.fileStatus.identity,
                status.size == archive.fileStatus.size
            else {
                throw UserError(
                    .ioError, "\(archive.path.display) was replaced meanwhile",
                    remedy: "run the command again")
            }
            var offset: Int64 = 0
            while offset < status.size {
                try progress.checkCancelled()
                let count = Int(min(Int64(Self.piece), status.size - offset))
                try sink(try file.readExactly(count, at: offset))
                offset += Int64(count)
                progress.add(bytes: Int64(count))
            }
            progress.add(files: 1)
            return offset
        }
    }
}
