internal import LinuxSystem
internal import SnapshotModel

/// The name of a content zip: `DATASET_2026-11-30T02-15-00Z_3.content.zip`.
///
/// The ending tells it from every snapshot's name, whatever the dataset is called.
struct ContentFileName: Hashable, Sendable {
    /// Its name without the part that says what it is is a snapshot's.
    let name: SnapshotFileName

    /// Seconds for which a content zip stays though nothing needs it: a snapshot that was cut short is tried again.
    static let youth: Int64 = 86_400

    private static let ending = Array(".content.zip".utf8)

    /// The name for a new content zip; `number` tells apart those of one second.
    static func make(dataset: String, at time: FileTime, number: Int) -> [UInt8] {
        Array("\(dataset)_\(SnapshotFileName.stamp(time))_\(number)".utf8) + ending
    }

    /// Takes a name apart, `nil` if it is not in the canonical form.
    init?(_ name: [UInt8]) {
        guard name.suffix(Self.ending.count).elementsEqual(Self.ending),
            let parsed = SnapshotFileName(
                name.dropLast(Self.ending.count) + Array(".zip".utf8)),
            !parsed.isIncremental
        else { return nil }
        self.name = parsed
    }
}
