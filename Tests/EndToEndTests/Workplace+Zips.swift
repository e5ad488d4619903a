import Foundation
import TestSupport
import Testing

extension Workplace {
    /// Expects that four programs of other people open every zip of the store without a word.
    func checkZips(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let zips = try zips()
        #expect(!zips.isEmpty, sourceLocation: sourceLocation)
        for zip in zips { try checkZip(zip, sourceLocation: sourceLocation) }
    }

    /// Expects that four programs of other people open a zip without a word.
    func checkZip(_ zip: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let python = """
            import sys, zipfile
            with zipfile.ZipFile(sys.argv[1]) as zip:
                sys.exit(zip.testzip())
            """
        let checks = [
            ["unzip", "-tqq", zip], ["7z", "t", "-bd", "-bso0", "-bsp0", zip],
            ["python3", "-W", "error", "-c", python, zip],
        ]
        for check in checks {
            let result = try runProgram(
                check, environment: ["LC_ALL": "C.UTF-8"], deadline: .seconds(240))
            #expect(
                result.status == 0 && result.output + result.errors == "",
                "\(check[0]) \(zip): \(result.output)\(result.errors)",
                sourceLocation: sourceLocation)
        }
        let list = try runProgram(["bsdtar", "-tf", zip], environment: ["LC_ALL": "C.UTF-8"])
        #expect(
            list.status == 0 && list.errors == "", "bsdtar \(zip): \(list.errors)",
            sourceLocation: sourceLocation)
    }
}
