import Foundation
import TestSupport
import Testing

/// The shipped units, checked by systemd's own tools.
@Suite struct SystemdTests {
    static let system = ["snapagent.service"] + helpers
    static let helpers = [
        "snapctl-snapshot@.service", "snapctl-snapshot@.timer", "snapctl-prune.service",
        "snapctl-prune.timer", "snapctl-verify.service", "snapctl-verify.timer",
    ]

    /// Copies the units as an installation would have them, pointing at the built programs.
    private func install(_ scratch: ScratchDirectory, from directory: String) throws -> String {
        let programs = try builtProgram("").dropLast()
        for name in try FileManager.default.contentsOfDirectory(atPath: directory)
        where name.hasPrefix("snap") {
            let text = try String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8)
            try scratch.write(
                text.replacingOccurrences(of: "=/usr/bin/", with: "=\(programs)/"),
                to: "units/\(name)")
        }
        return scratch.text + "/units"
    }

    @Test func everyUnitIsHere() throws {
        let names = try FileManager.default.contentsOfDirectory(
            atPath: repositoryRoot + "/systemd")
        #expect(Set(names) == Set(Self.system + ["user"]))
        // A person's agent has the same timers as the machine's.
        let own = try FileManager.default.contentsOfDirectory(
            atPath: repositoryRoot + "/systemd/user")
        #expect(Set(own) == Set(Self.system))
    }

    @Test(arguments: helpers.filter { $0.hasSuffix(".timer") })
    func bothTimersAreDueAtTheSameTimes(unit: String) throws {
        func settings(_ directory: String) throws -> [Substring] {
            try String(
                contentsOfFile: "\(repositoryRoot)/\(directory)/\(unit)", encoding: .utf8
            ).split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.hasPrefix("Description") }
        }
        #expect(try settings("systemd") == settings("systemd/user"))
    }

    @Test(arguments: system) func verifyIsSilent(unit: String) throws {
        try expectSilence(unit, from: "systemd", [])
    }

    @Test(arguments: system) func verifyOfTheUserUnitsIsSilent(unit: String) throws {
        try expectSilence(unit, from: "systemd/user", ["--user"])
    }

    private func expectSilence(_ unit: String, from directory: String, _ options: [String]) throws {
        let scratch = try ScratchDirectory()
        let units = try install(scratch, from: "\(repositoryRoot)/\(directory)")
        // A template is verified as one of its instances.
        let instance = unit.replacingOccurrences(of: "@.", with: "@documents.")
        if instance != unit {
            try FileManager.default.copyItem(
                atPath: "\(units)/\(unit)", toPath: "\(units)/\(instance)")
        }
        let outcome = try runProgram(
            ["systemd-analyze", "verify"] + options + ["--man=no", "\(units)/\(instance)"],
            environment: [
                "SYSTEMD_UNIT_PATH": units + ":", "XDG_RUNTIME_DIR": scratch.text,
                "HOME": scratch.text,
            ])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output + outcome.errors == "")
    }

    @Test(arguments: [("snapagent.service", 20), ("snapctl-prune.service", 10)])
    func exposureIsLow(unit: String, tenths: Int) throws {
        let outcome = try runProgram(
            [
                "systemd-analyze",
                "security", "--offline=true", "--no-pager", "--threshold=\(tenths)",
                repositoryRoot + "/systemd/" + unit,
            ])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output.contains("Overall exposure level for \(unit)"))
    }

    /// What would make files look gone, or keep them from being restored, must stay out.
    @Test(arguments: [
        "ProtectHome=", "PrivateTmp=", "ProtectKernelModules=", "ProcSubset=", "RestrictSUIDSGID=",
        "PrivateUsers=", "DynamicUser=", "User=",
    ])
    func theAgentCanReadAndRestore(setting: String) throws {
        let lines = try unitLines()
        #expect(!lines.contains { $0.hasPrefix(setting) })
    }

    @Test(arguments: [
        "CAP_DAC_READ_SEARCH", "CAP_DAC_OVERRIDE", "CAP_CHOWN", "CAP_FOWNER", "CAP_FSETID",
        "CAP_SETFCAP",
    ])
    func theAgentKeepsWhatRestoringNeeds(capability: String) throws {
        let line = try #require(unitLines().first { $0.hasPrefix("CapabilityBoundingSet=") })
        #expect(line.dropFirst(22).split(separator: " ").contains(Substring(capability)))
    }

    private func unitLines() throws -> [String] {
        try String(
            contentsOfFile: repositoryRoot + "/systemd/snapagent.service", encoding: .utf8
        ).split(separator: "\n").map(String.init)
    }

    /// Every setting of the sandbox stands below a comment that says what it is for.
    @Test(arguments: ["snapagent.service", "user/snapagent.service"])
    func everyBlockIsExplained(unit: String) throws {
        let text = try String(
            contentsOfFile: repositoryRoot + "/systemd/" + unit, encoding: .utf8)
        let service = try #require(
            text.components(separatedBy: "[Service]\n").last?
                .components(separatedBy: "[Install]").first)
        let blocks = service.components(separatedBy: "\n\n").dropFirst()
        for block in blocks where !block.allSatisfy(\.isWhitespace) {
            #expect(block.trimmingCharacters(in: .newlines).hasPrefix("#"), "\(unit): \(block)")
        }
    }
}
