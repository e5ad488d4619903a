import ControlProtocol
import Foundation
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// Files that have the bytes of listings: the store has these bytes once, as the one or the other.
@Suite struct SharedBytesTests {
    private func expectSound(_ place: Workplace, _ snapshots: [Int]) throws {
        try #require(!snapshots.isEmpty)
        try place.did("verify", "--read-data")
        try place.did("--store", place.store, "verify", "--read-data")
        for number in snapshots {
            for (index, how) in [[], ["--store", place.store]].enumerated() {
                let out = place.scratch.text + "/out \(number) \(index)"
                let result = try place.snapctl(how + ["restore", "\(number)", "--to", out, "-y"])
                #expect(result.status == 0, "\(result.errors)")
                try expectSame(out, place.scratch.text + "/truth \(number)")
                try FileManager.default.removeItem(atPath: out)
            }
            let zip = try zip(of: place, number)
            let out = place.scratch.text + "/by hand \(number)"
            let result = try runProgram(
                ["python3", repositoryRoot + "/docs/restore-by-hand.py", zip, out])
            #expect(result.status == 0, "\(result.output) \(result.errors)")
            try expectSame(out, place.scratch.text + "/truth \(number)")
            try FileManager.default.removeItem(atPath: out)
        }
    }

    private func zip(of place: Workplace, _ number: Int) throws -> String {
        try #require(try place.zips().first { Workplace.number($0) == number })
    }

    private func expectSame(_ one: String, _ other: String) throws {
        #expect(try facts(of: one) == facts(of: other))
    }

    /// A snapshot, and a copy of the tree to compare with.
    private func save(_ place: Workplace, _ number: Int) throws {
        try place.did("snapshot")
        #expect(try place.snapshots().last?.number == number)
        let copied = try runProgram([
            "cp", "-a", place.data, place.scratch.text + "/truth \(number)",
        ])
        #expect(copied.status == 0, "\(copied.errors)")
    }

    @Test(.timeLimit(.minutes(10)), arguments: [true, false])
    func emptyFilesAndEmptyDirectories(directoryFirst: Bool) throws {
        let place = try Workplace()
        try place.scratch.write("x", to: "data/a")
        if directoryFirst {
            try place.scratch.makeDirectories("data/empty")
        } else {
            try place.scratch.write("", to: "data/e")
        }
        try place.configure(layout: .incremental, "grace = \"1s\"")
        let agent = try place.startConfigured()
        try place.did("snapshot")
        if directoryFirst {
            try place.scratch.write("", to: "data/e")
        } else {
            try place.scratch.makeDirectories("data/empty")
        }
        try save(place, 2)
        try expectSound(place, [2])
        try place.scratch.write("y", to: "data/a")
        try save(place, 3)
        try expectSound(place, [2, 3])
        try agent.stop()
    }

    /// A file that is the listing of a directory, saved before or after the directory itself; the
    /// catalog is lost between.
    @Test(.timeLimit(.minutes(10)), arguments: [true, false])
    func aFileThatIsAListing(directoryFirst: Bool) throws {
        let place = try Workplace()
        try place.scratch.write("inside", to: "elsewhere/d/x")
        let listing = try self.listing(of: place, "elsewhere")
        #expect(String(decoding: listing, as: UTF8.self).hasPrefix("x type=file"))
        try place.scratch.write("other", to: "data/a")
        func addDirectory() throws {
            let copied = try runProgram([
                "cp", "-a", place.scratch.text + "/elsewhere/d", place.data + "/d",
            ])
            #expect(copied.status == 0, "\(copied.errors)")
        }
        func addFile() throws { try place.scratch.write(listing, to: "data/copy") }
        try directoryFirst ? addDirectory() : addFile()
        try place.configure(layout: .incremental, "grace = \"1s\"")
        let agent = try place.startConfigured()
        try place.did("snapshot")
        try directoryFirst ? addFile() : addDirectory()
        try save(place, 2)
        try expectSound(place, [2])
        try agent.stop()
        try FileManager.default.removeItem(atPath: place.scratch.text + "/cache")
        let again = try place.startConfigured()
        try place.did("snapshot", "--full")
        #expect(try place.snapshots().count == 2, "something was taken for a change")
        try expectSound(place, [2])
        // The snapshots that had the bytes first go, and what others need of their zips stays.
        try place.scratch.write("changed", to: "data/a")
        try save(place, 3)
        for number in ["1", "2"] {
            try place.did("delete", number)
            let isOver = try poll(deadline: .seconds(60)) { () -> Bool in
                let line = try place.did("list", "--all").split(separator: "\n")
                    .first { $0.hasPrefix(number + " ") }
                return line?.contains("any moment") ?? true
            }
            #expect(isOver)
            try place.did("sweep", "--now")
            try expectSound(place, number == "1" ? [2, 3] : [3])
        }
        try again.stop()
    }

    /// The text of the directory `d` in a store of its own.
    private func listing(of place: Workplace, _ name: String) throws -> [UInt8] {
        let directory = place.scratch.text + "/" + name
        let other = try Workplace()
        try other.configure(data: directory, layout: .incremental)
        let agent = try other.startConfigured()
        try other.did("snapshot")
        try agent.stop()
        let script = """
            import sys, zipfile
            zip = zipfile.ZipFile(sys.argv[1])
            text = zip.read(".snapagent/trees")
            trees = [line.split() for line in zip.read(".snapagent/extents").decode().splitlines()]
            position = 0
            for _, _, _, _, _, plain in sorted(
                    (tree for tree in trees if tree[0] == "tree"), key=lambda tree: int(tree[3])):
                piece = text[position:position + int(plain)]
                position += int(plain)
                if piece.startswith(b"x type=file"):
                    sys.stdout.buffer.write(piece)
            """
        let result = try runProgram(["python3", "-c", script, try zip(of: other, 1)])
        #expect(result.status == 0, "\(result.errors)")
        return result.stdout
    }
}
