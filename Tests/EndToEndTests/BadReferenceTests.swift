import ControlProtocol
import Foundation
import SnapshotModel
import TestSupport
import Testing

/// What `snapctl` cannot find or may not do, with an agent and without.
@Suite struct BadReferenceTests {
    private func expectRefusal(
        _ place: Workplace, _ arguments: [String], _ code: ErrorCode, naming: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try facts(of: place.data)
        let zips = try place.zips()
        let text = try place.snapctl(arguments)
        #expect(
            text.status == code.exit.rawValue, "\(text.errors)", sourceLocation: sourceLocation)
        #expect(text.errors.contains(naming), "\(text.errors)", sourceLocation: sourceLocation)
        #expect(text.errors.contains("\n  do: "), "\(text.errors)", sourceLocation: sourceLocation)
        #expect(text.output == "", sourceLocation: sourceLocation)

        let json = try place.snapctl(arguments + ["--json"])
        let report = try ReportJSON.decode(ErrorReport.self, from: json.stderr)
        #expect(report.error.code == code.rawValue, sourceLocation: sourceLocation)
        #expect(report.error.exit == Int(json.status), sourceLocation: sourceLocation)
        #expect(try facts(of: place.data) == before, sourceLocation: sourceLocation)
        #expect(try place.zips() == zips, sourceLocation: sourceLocation)
    }

    @Test func isNamed() throws {
        let place = try Workplace()
        try place.scratch.write("one\n", to: "data/a")
        let agent = try place.startAgent()
        try place.waitForSnapshot(1)
        try place.did("snapshot", "--label", "twice")
        try place.did("snapshot", "--label", "twice")

        try expectRefusal(place, ["show", "57"], .noSnapshot, naming: "57")
        try expectRefusal(place, ["show", "befor tax"], .noLabel, naming: "befor tax")
        try expectRefusal(place, ["show", "twice"], .ambiguousRef, naming: "2, 3")
        try expectRefusal(place, ["show", "@2000-01-01"], .beforeFirst, naming: "@2000-01-01")
        try expectRefusal(place, ["show", "@tomorow"], .badRef, naming: "@tomorow")
        try expectRefusal(place, ["ls", "1:b"], .noPath, naming: "b")
        try expectRefusal(place, ["restore", "1"], .whereTo, naming: "--in-place")
        try expectRefusal(place, ["lst"], .unknownCommand, naming: "list")
        try expectRefusal(place, ["list", "--js"], .unknownOption, naming: "--js")
        try expectRefusal(
            place, ["restore", "1", "--to", place.store + "/x"], .targetInStore, naming: "store")
        try expectRefusal(
            place, ["--dataset", "fotos", "list"], .noDataset, naming: "fotos")
        try place.did("pin", "2")
        try expectRefusal(place, ["delete", "2"], .pinned, naming: "2")
        try expectRefusal(place, ["delete", "3"], .lastWhole, naming: "3")

        // Overwriting needs a yes, and nobody is there to ask.
        try place.scratch.write("changed\n", to: "data/a")
        try place.waitForSnapshot(4)
        try expectRefusal(
            place, ["restore", "1", "a", "--in-place"], .needsYes, naming: "overwrite")
        try agent.stop()
        try expectRefusal(place, ["list"], .agentAbsent, naming: place.socket)
    }

    @Test(arguments: ["57", "@2000-01-01", "nolabel", "1:b"]) func isNamedWithoutAnAgent(
        reference: String
    ) throws {
        let place = try Workplace()
        try place.scratch.write("one\n", to: "data/a")
        try place.startAgent().stop()
        let result = try place.snapctl("--store", place.store, "ls", reference)
        #expect(result.status == 4, "\(result.errors)")
        let nothing = try place.snapctl("--store", place.data, "list")
        #expect(nothing.status == 4 && nothing.errors.contains("not a store"), "\(nothing.errors)")
    }
}
