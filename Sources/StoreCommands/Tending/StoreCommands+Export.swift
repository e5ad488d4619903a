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
    /// Everything is read and checked before the first byte goes out, so that a failure leaves no half file. The zip of
    /// a whole complete snapshot is given as it is; any other is put together from the zips of the store.
    package func export(
        _ parameters: ExportParameters, to sink: ([UInt8]) throws(UserError) -> Void
    ) throws(UserError) -> ExportReport {
        let start = MonotonicInstant.now
        let snapshot = try resolve(parameters.reference.bytes)
        let view = try view(snapshot)
        let archive = view.archive
        let bytes: Int64
        if archive.record.layout == .complete,
            try archive.check(readData: true, progress: progress).isEmpty
        {
            progress.begin("writing", files: 1, bytes: archive.fileStatus.size)
            bytes = try copy(archive, to: sink)
        } else {
            bytes = try join(view, to: sink)
        }
        let counts = snapshot.record.counts
        return ExportReport(
            dataset: dataset, snapshot: snapshot.number, file: nil, bytes: bytes,
            files: counts.files, plainBytes: counts.bytes, duration: Self.seconds(since: start))
    }

    /// Puts a complete zip together.
    private func join(
        _ view: SnapshotView, to sink: ([UInt8]) throws(UserError) -> Void
    ) throws(UserError) -> Int64 {
        let number = view.snapshot.number
        let export = SnapshotExport(view.record, from: view.objects, progress: progress)
        return try explaining {
            try export.prepare { path, error in
                guard let error = error as? UserError, error.code == .damaged else { return error }
                return UserError(
                    .damaged, "\(number): \(path.display) is damaged, not exported",
                    why: error.why ?? error.message,
                    remedy: "snapctl verify \(number) --read-data; snapctl restore "
                        + "\(number) --to DIR gives what is whole",
                    subject: path.display)
            }
            return try withoutActuallyEscaping(sink) { sink in
                try export.write { try sink($0) }
            }
        }
    }

    private func copy(
        _ archive: ArchiveReader, to sink: ([UInt8]) throws(UserError) -> Void
    ) throws(UserError) -> Int64 {
        try explaining {
            let size = archive.fileStatus.size
            let file = try archive.bytes(at: 0, count: size)
            var offset: Int64 = 0
            while offset < size {
                try progress.checkCancelled()
                let count = Int(min(Int64(Self.piece), size - offset))
                var bytes: [UInt8] = []
                try file.read(count, at: offset, into: &bytes)
                try sink(bytes)
                offset += Int64(count)
                progress.add(bytes: Int64(count))
            }
            progress.add(files: 1)
            return offset
        }
    }
}
