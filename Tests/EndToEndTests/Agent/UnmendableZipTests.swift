import ControlProtocol
import Foundation
import SnapshotModel
import TestSupport
import Testing

/// A zip of which too little is left, by the real programs.
@Suite struct UnmendableZipTests {
    /// It is damaged in many places, and is one zip.
    @Test func itIsNamedOnceAndCanBeDropped() throws {
        let place = try Workplace()
        try place.scratch.write("in both snapshots", to: "data/kept")
        try place.scratch.write("first", to: "data/own")
        var agent = try place.startAgent(layout: .complete, quiet: "1s")
        try place.waitForSnapshot(1)
        try place.scratch.write("second", to: "data/own")
        try place.did("snapshot")
        try agent.stop()
        let zip = try #require(try place.zips().first)
        let name = String(zip.dropFirst(place.store.count + 1))
        // Its listings, its record and all that says what it is are cut off, and nobody else knows.
        let bytes = try place.scratch.read("store/\(name)")
        try place.scratch.write(bytes.prefix(bytes.count / 4), to: "store/\(name)")
        try FileManager.default.removeItem(atPath: place.scratch.text + "/cache")
        agent = try place.startAgent(layout: .complete, quiet: "1s")
        let verify = try place.snapctl("verify", "--read-data")
        #expect(verify.status == 1)
        #expect(
            verify.errors.contains("do: snapctl repair -n    (shows what can be restored)"),
            "\(verify.errors)")
        for arguments in [["repair", "-n"], ["repair"]] {
            let repair = try place.snapctl(arguments)
            #expect(repair.status == 1, "\(arguments)")
            let rows = repair.output.split(separator: "\n").filter { $0.contains(name) }
            #expect(rows.count == Set(rows).count, "\(repair.output)")
            #expect(
                repair.errors.contains(
                    "do: unzip gets what is whole in it; to drop it: snapctl delete 1"),
                "\(repair.errors)")
        }
        try expectNoGuesses(place, name)
        // Nothing expires while a zip cannot be read, until a person has looked.
        #expect(try place.snapctl("delete", "1").status == 6)
        try place.did("resume")
        try place.did("delete", "1")
        for arguments in [["verify", "--read-data"], ["repair", "-n"], ["repair"]] {
            let result = try place.snapctl(arguments)
            #expect(result.status == 0, "\(arguments): \(result.errors)")
            #expect(
                result.output.contains("\(name)  cannot be read and is deleted: it goes by itself"),
                "\(result.output)")
        }
        try place.did("status")
        #expect(try place.did("cat", "2:own") == "second")
        try agent.stop()
    }

    /// What only its record says is not told, in words or as JSON.
    private func expectNoGuesses(_ place: Workplace, _ name: String) throws {
        let stores = [[], ["--store", place.store]]
        for store in stores {
            let list = try place.snapctl(store + ["list"])
            let row = try #require(list.output.split(separator: "\n").first)
            #expect(row.contains(" -  "), "\(list.output)")
            #expect(row.hasSuffix("[unreadable]"), "\(list.output)")
            let show = try place.snapctl(store + ["show", "1"])
            #expect(show.status == 0)
            #expect(show.output.hasPrefix("1 of data, unreadable\n"), "\(show.output)")
            #expect(show.output.contains("  holds    nobody knows; on disk "))
            #expect(show.output.contains("; what can be won: snapctl repair -n\n"))
            #expect(!show.output.contains("  changed  "))
            let json = try place.snapctl(store + ["show", "1", "--json"])
            let shown = try ReportJSON.decode(ShowReport.self, from: json.stdout).snapshot
            #expect(shown.item.flags == [.damaged, .unreadable])
            #expect(shown.item.file == name)
            #expect(shown.root == nil)
            #expect(shown.damage != nil)
            for key in [
                "reason", "files", "bytes", "added", "changed", "removed", "missing", "moved",
                "metadata", "host", "duration", "directories", "parent",
            ] {
                #expect(json.output.contains("\"\(key)\":null"), "\(key): \(json.output)")
            }
        }
    }

    /// Somebody removed the only zip that had it: no hash differs, and waiting does not help.
    @Test func aContentInNoZipIsNamedAsSuch() throws {
        let place = try Workplace()
        try place.scratch.write("in the first zip alone", to: "data/kept")
        try place.scratch.write("first", to: "data/own")
        let agent = try place.startAgent(layout: .incremental, quiet: "1s")
        try place.waitForSnapshot(1)
        try place.scratch.write("second", to: "data/own")
        try place.did("snapshot")
        try FileManager.default.removeItem(atPath: try #require(try place.zips().first))
        try FileManager.default.removeItem(atPath: place.data + "/kept")
        let target = place.scratch.text + "/out"
        try agent.stop()
        let store = ["--store", place.store]
        let restore = try place.snapctl(store + ["restore", "2", "--to", target])
        #expect(restore.status == 3)
        #expect(
            restore.errors.hasSuffix(
                """
                snapctl: 1 file is not as it was
                  1  kept: no zip of the store has its content any more
                  do: what can be brought back: snapctl repair -n; other versions: snapctl versions PATH

                """), "\(restore.errors)")
        #expect(try place.scratch.read("out/own") == Array("second".utf8))
        let json = try place.snapctl(store + ["restore", "2", "--to", target, "--json"])
        let report = try ReportJSON.decode(RestoreReport.self, from: json.stdout)
        #expect(report.failed.map(\.code) == ["lost"])
        let cat = try place.snapctl(store + ["cat", "2:kept"])
        #expect(cat.status == 1)
        #expect(cat.errors.contains("snapctl: 2: kept is in no zip of the store any more\n"))
        #expect(cat.errors.contains("  do: what can be brought back: snapctl repair -n"))
        let verify = try place.snapctl(store + ["verify", "2"])
        #expect(verify.status == 1)
        #expect(verify.output.contains("kept  no zip of the store has the content"))
    }

    @Test func whatComesBackIncompleteSaysSo() throws {
        let place = try Workplace()
        try place.scratch.write("in the first zip alone", to: "data/kept")
        let agent = try place.startAgent(layout: .incremental, quiet: "1s")
        try place.waitForSnapshot(1)
        try place.scratch.write("second", to: "data/own")
        try place.did("snapshot")
        try place.scratch.write("not what it was", to: "data/kept")
        try place.did("snapshot")
        try place.did("delete", "2")
        try FileManager.default.removeItem(atPath: try #require(try place.zips().first))
        let back = try place.snapctl("undelete", "2")
        #expect(back.status == 3)
        #expect(back.output == "2 is back. To delete it again: snapctl delete 2\n")
        #expect(
            back.errors == """
                snapctl: 1 file is missing in 2
                  kept  damaged in the store, no other copy

                """)
        #expect(try place.did("cat", "2:own") == "second")
        #expect(try place.did("show", "2").contains("missing  1: kept"))
        try agent.stop()
    }
}
