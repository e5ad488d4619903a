import ControlProtocol
import Foundation
import SnapshotModel
import TestSupport
import Testing

/// Databases of several files that are written to while snapshots are taken.
@Suite struct DatabaseTests {
    /// A snapshot that calls itself whole holds the database as it was at one moment; one of a database at rest, be it in
    /// the middle of a transaction, is whole.
    @Test(
        .timeLimit(.minutes(5)), arguments: [SnapshotLayout.complete, .incremental],
        [("wal", DatabaseWriter.Pace.rests), ("wal", .hurries), ("delete", .hurries)])
    func wholeSnapshotsHoldOneState(
        layout: SnapshotLayout, writer: (journal: String, pace: DatabaseWriter.Pace)
    ) throws {
        let place = try Workplace()
        let database = try DatabaseWriter(
            place.data + "/x.db", journal: writer.journal, pace: writer.pace, in: place.scratch)
        try place.configure(layout: layout)
        let agent = try place.startConfigured()
        for _ in 1...2 {
            for _ in 1...3 { try takeSnapshot(in: place) }
            database.pause()
            let isWhole = try poll(deadline: .seconds(60)) { () -> Bool? in
                try takeSnapshot(in: place)
                return try place.snapshots().last?.missing == 0 ? true : nil
            }
            let shown = try place.did("show", "latest")
            #expect(isWhole == true, "\(shown)")
            database.resume()
        }
        database.kill()
        try agent.stop()
        try expectStates(in: place)
    }

    /// Takes a snapshot, which may lack something.
    private func takeSnapshot(in place: Workplace) throws {
        let result = try place.snapctl("snapshot")
        #expect([0, 3].contains(result.status), "\(result.errors)")
    }

    private func expectStates(in place: Workplace) throws {
        for snapshot in try place.storedSnapshots() where snapshot.missing == 0 {
            let out = "\(place.scratch.text)/out-\(snapshot.number)"
            try place.did(
                "--store", place.store, "restore", "\(snapshot.number)", "--to", out, "-y")
            let fault = try DatabaseWriter.fault(of: out + "/x.db")
            #expect(fault == nil, "snapshot \(snapshot.number)")
        }
    }
}
