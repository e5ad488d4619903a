import ControlProtocol
import Foundation
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// Other bytes under the size and time that a snapshot knows, through the real programs.
@Suite struct DisguisedFileTests {
    private func disguise(_ path: String, as text: String, in place: Workplace) throws {
        let path = BytePath(path)
        let folder = try place.scratch.descriptor.openBeneath(
            path.parent ?? .root, [.readOnly, .directory])
        let time = try folder.status(of: path.name).modified
        try place.scratch.write(Array(text.utf8), to: path)
        try folder.setTimes(of: path.name, modified: time)
    }

    @Test(arguments: [true, false])
    func isSeenAndPutBack(online: Bool) throws {
        let place = try Workplace()
        try place.scratch.write("as it was", to: "data/photo.raw")
        try place.scratch.write("other", to: "data/other")
        try place.configure(quiet: "1h", maxWait: "2h")
        let agent = try place.startConfigured()
        try place.waitForSnapshot(1)
        try place.scratch.write("as it was", to: "out/photo.raw")
        try FileManager.default.setAttributes(
            try FileManager.default.attributesOfItem(atPath: place.data + "/photo.raw")
                .filter { $0.key == .modificationDate },
            ofItemAtPath: place.scratch.text + "/out/photo.raw")
        let nothing = try place.did("restore", "1", "--in-place", "-y", "--json")
        let report = try ReportJSON.decode(RestoreReport.self, from: Array(nothing.utf8))
        #expect(!report.dryRun)
        #expect(report.plan.same.files == 2)

        try disguise("data/photo.raw", as: "XX it was", in: place)
        try disguise("out/photo.raw", as: "YY it was", in: place)
        #expect(try place.did("diff", "1", "live").contains("photo.raw"))
        #expect(try place.did("versions", "photo.raw").contains("not saved yet"))
        let way = online ? [] : ["--store", place.store]
        let plan = try place.snapctl(way + ["restore", "1", "--in-place", "-n"])
        #expect(plan.status == 0 && plan.output.contains("overwrite"), "\(plan.output)")
        #expect(try place.snapctl(way + ["restore", "1", "--in-place", "-y"]).status == 0)
        #expect(try place.scratch.read("data/photo.raw") == Array("as it was".utf8))
        let out = place.scratch.text + "/out"
        #expect(try place.snapctl(way + ["restore", "1", "--to", out, "-y"]).status == 0)
        #expect(try place.scratch.read("out/photo.raw") == Array("as it was".utf8))
        if online {
            #expect(try place.did("cat", "2:photo.raw") == "XX it was")
        }
        try agent.stop()
    }
}
