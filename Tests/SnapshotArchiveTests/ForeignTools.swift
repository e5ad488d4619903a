import Foundation
import SnapshotModel
import TestSupport
import Testing

/// The zip tools that people have, and how each is asked for its opinion.
enum ForeignTool: String, CaseIterable, Sendable {
    case unzip, sevenZip, python, bsdtar

    /// Tests the archive; a warning is as bad as an error.
    func examine(_ zip: String) throws {
        switch self {
        case .unzip:
            let result = try runProgram(["unzip", "-tq", zip])
            #expect(result.status == 0, "\(result.output)\(result.errors)")
            #expect(result.errors.isEmpty)
            #expect(result.output.contains("No errors detected"), "\(result.output)")
        case .sevenZip:
            let result = try runProgram(["7z", "t", zip])
            #expect(result.status == 0, "\(result.output)\(result.errors)")
            #expect(result.output.contains("Everything is Ok"), "\(result.output)")
            #expect(!result.output.lowercased().contains("warning"), "\(result.output)")
        case .python:
            let script = """
                import sys, zipfile
                z = zipfile.ZipFile(sys.argv[1])
                bad = z.testzip()
                assert bad is None, bad
                assert len(set(z.namelist())) == len(z.namelist())
                """
            let result = try runProgram(["python3", "-W", "error", "-c", script, zip])
            #expect(result.status == 0, "\(result.output)\(result.errors)")
            #expect(result.errors.isEmpty)
        case .bsdtar:
            let result = try runProgram(["bsdtar", "-tf", zip], environment: ["LC_ALL": "C.UTF-8"])
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.errors.isEmpty, "\(result.errors)")
        }
    }

    /// Extracts the archive into an empty directory.
    func extract(_ zip: String, to directory: String) throws {
        let result =
            switch self {
            case .unzip: try runProgram(["unzip", "-q", zip, "-d", directory])
            case .sevenZip: try runProgram(["7z", "x", "-o" + directory, zip])
            case .python: try runProgram(["python3", "-m", "zipfile", "-e", zip, directory])
            case .bsdtar:
                try runProgram(
                    ["bsdtar", "-xf", zip, "-C", directory], environment: ["LC_ALL": "C.UTF-8"])
            }
        #expect(result.status == 0, "\(self): \(result.output)\(result.errors)")
    }
}
