import Configuration
import LinuxSystem
import SnapshotModel
import Testing

@Suite struct ConfigurationParsingTests {
    private static let file = BytePath("/etc/snapagent/snapagent.toml")
    private static let places = ConfigurationPlaces(isRoot: false) {
        ["HOME": "/home/me", "XDG_STATE_HOME": "relative/is/ignored"][$0]
    }

    private func parse(_ text: String) throws(UserError) -> AgentConfiguration {
        try AgentConfiguration.parse(
            text: Array(text.utf8), file: Self.file, places: Self.places)
    }

    @Test func everyKeyIsRead() throws {
        let configuration = try parse(
            """
            [control]
            socket = "~/s"
            group = "snapagent"

            [[dataset]]
            name = "documents"
            path = "~/Documents/"
            store = "/srv/store"
            quiet = "5s"
            delete_quiet = "20s"
            max_wait = "3m"
            min_interval = "10s"
            max_loss = "10m"
            verify_interval = "2h"
            verify_sample = 2
            layout = "incremental"
            scan_interval = "90s"
            exclude = ["*.tmp", "node_modules/"]
            max_file_size = "2G"
            one_file_system = false
            cachedir_tag = false
            grace = "2d"
            brake = 80
            on_alarm = ["notify", "--loud"]
            [dataset.retention]
            last = 1
            hourly = 2
            daily = 3
            weekly = 4
            monthly = 5
            yearly = 6
            within = "30d"
            """)
        #expect(
            configuration.control
                == ControlConfiguration(
                    socket: BytePath("/home/me/s"), group: "snapagent"))
        var expected = DatasetConfiguration(
            name: "documents", path: BytePath("/home/me/Documents"), store: BytePath("/srv/store"),
            quiet: .seconds(5), maxWait: .seconds(180))
        expected.deleteQuiet = .seconds(20)
        expected.minInterval = .seconds(10)
        expected.maxLoss = .seconds(600)
        expected.verifyInterval = .seconds(7_200)
        expected.exclude = ["*.tmp", "node_modules/"]
        expected.maxFileSize = 2 << 30
        expected.oneFileSystem = false
        expected.cachedirTag = false
        expected.grace = .seconds(172_800)
        expected.brake = 80
        expected.verifySample = 2
        expected.layout = .incremental
        expected.scanInterval = .seconds(90)
        expected.onAlarm = ["notify", "--loud"]
        expected.retention = RetentionPolicy(
            last: 1, hourly: 2, daily: 3, weekly: 4, monthly: 5, yearly: 6,
            within: .seconds(2_592_000))
        #expect(configuration.datasets == [expected])
    }

    @Test func whatIsLeftOutIsAsUsual() throws {
        let configuration = try parse("[[dataset]]\npath = \"/srv/My Photos\"\n")
        let dataset = try #require(configuration.datasets.first)
        #expect(dataset.name == "my-photos")
        #expect(dataset.store == BytePath("/home/me/.local/state/snapagent/my-photos"))
        #expect(dataset.retention == .standard)
        #expect(
            dataset.timing
                == Settler.Timing(
                    quiet: .seconds(3), deleteQuiet: .seconds(9), maxWait: .seconds(120),
                    minInterval: .seconds(9)))
        #expect(dataset.maxLoss == .seconds(720))
        #expect(dataset.verifySample == 0.5)
        #expect(dataset.scanInterval == .seconds(300))
        #expect(dataset.onAlarm.isEmpty)
        #expect(dataset.grace == .seconds(86_400))
        #expect(dataset.oneFileSystem && dataset.cachedirTag)
        #expect(configuration.control == ControlConfiguration())
    }

    @Test func otherTimesFollowQuiet() throws {
        let configuration = try parse(
            "[[dataset]]\npath = \"/a\"\nquiet = \"200ms\"\nmax_wait = \"2s\"")
        let timing = try #require(configuration.datasets.first).timing
        #expect(timing.minInterval == .milliseconds(600))
        #expect(timing.deleteQuiet == .milliseconds(600))
        #expect(timing.maxWait == .seconds(2))
    }

    @Test func aCommandInOneTextIsForTheShell() throws {
        let configuration = try parse(
            "[[dataset]]\npath = \"/a\"\non_alarm = \"mail -s x me < y\"\nverify_sample = 0.25")
        let dataset = try #require(configuration.datasets.first)
        #expect(dataset.onAlarm == ["/bin/sh", "-c", "mail -s x me < y"])
        #expect(dataset.verifySample == 0.25)
    }

    struct Complaint: Sendable, CustomTestStringConvertible {
        let text: String
        let code: ErrorCode
        let message: String
        var near: [String] = []
        var why: String?
        var testDescription: String { message }
    }

    private static let start = "[[dataset]]\nname = \"a\"\npath = \"/a\"\n"

    @Test(arguments: [
        Complaint(
            text: start + "quiet = ", code: .configSyntax,
            message: "4:9: key-value pair: encountered end-of-file"),
        Complaint(
            text: start + "quiet = \"3 sec\"", code: .configValue,
            message: "4:9: quiet = \"3 sec\": no such unit"),
        Complaint(
            text: start + "grace = \"1mo\"", code: .configValue,
            message: "4:9: grace = \"1mo\": no such unit"),
        Complaint(
            text: start + "quiet = 3", code: .configValue,
            message: "4:9: quiet needs a text in quotes"),
        Complaint(
            text: start + "quiet = 2026-01-01", code: .configValue,
            message: "4:9: quiet = \"2026-01-01\": no such unit"),
        Complaint(
            text: start + "qiet = \"3s\"", code: .configKey, message: "4:1: unknown key \"qiet\"",
            near: ["quiet"]),
        Complaint(
            text: start + "[dataset.retention]\ndayly = 3", code: .configKey,
            message: "5:1: unknown key \"dayly\"", near: ["daily"]),
        Complaint(
            text: start + "[dataset.retension]\ndaily = 3", code: .configKey,
            message: "4:10: unknown key \"retension\"", near: ["retention"]),
        Complaint(
            text: "\"a/b~c\" = 1\n" + start, code: .configKey,
            message: "1:1: unknown key \"a/b~c\""),
        Complaint(
            text: "[datasets]\n", code: .configKey, message: "1:2: unknown key \"datasets\"",
            near: ["dataset"]),
        Complaint(
            text: "[dataset]\npath = \"/a\"", code: .configValue,
            message: "1:1: dataset needs a list of tables"),
        Complaint(
            text: start + "retention = 3", code: .configValue,
            message: "4:13: retention needs a table"),
        Complaint(
            text: start + "exclude = \"*.tmp\"", code: .configValue,
            message: "4:11: exclude needs a list of texts"),
        Complaint(
            text: start + "exclude = [\"a\", 3]", code: .configValue,
            message: "4:17: exclude needs a list of texts"),
        Complaint(
            text: start + "brake = 1.5", code: .configValue,
            message: "4:9: brake needs a whole number"),
        Complaint(
            text: start + "verify_sample = 101", code: .configValue,
            message: "4:17: verify_sample = 101.0: a percentage is from 0 to 100"),
        Complaint(
            text: start + "layout = \"half\"", code: .configValue,
            message: "4:10: layout = \"half\": no such layout"),
        Complaint(
            text: start + "verify_sample = true", code: .configValue,
            message: "4:17: verify_sample needs a number"),
        Complaint(
            text: start + "on_alarm = 5", code: .configValue,
            message: "4:12: on_alarm needs a list of texts"),
        Complaint(
            text: start + "scan_interval = \"0s\"", code: .configValue,
            message: "4:17: scan_interval is 0s, less than 1s", why: "the scans would never end"),
        Complaint(
            text: start + "brake = 0", code: .configValue,
            message: "4:9: brake = 0: a percentage is from 1 to 100"),
        Complaint(
            text: start + "cachedir_tag = \"yes\"", code: .configValue,
            message: "4:16: cachedir_tag needs true or false"),
        Complaint(
            text: start + "max_file_size = \"10mb\"", code: .configValue,
            message: "4:17: max_file_size = \"10mb\": no such size"),
        Complaint(
            text: start + "quiet = \"5m\"\nmax_wait = \"2m\"", code: .configValue,
            message: "5:12: max_wait is 2m, less than quiet, which is 5m",
            why: "a snapshot would never wait for quiet"),
        Complaint(
            text: start + "verify_interval = \"1s\"", code: .configValue,
            message: "4:19: verify_interval is 1s, less than 1m",
            why: "the walks would never end"),
        Complaint(
            text: start + "retention.daily = -1", code: .configValue,
            message: "4:19: daily = -1: a count is not negative"),
        Complaint(
            text: start + "[dataset.retention]\nlast = 0", code: .configValue,
            message: "4:1: these rules keep no snapshot at all"),
        Complaint(
            text: start + "store = \"here\"", code: .configValue,
            message: "4:9: store = \"here\": a path begins with / or ~/"),
        Complaint(
            text: start + "store = \"~you/x\"", code: .configValue,
            message: "4:9: store = \"~you/x\": a path begins with / or ~/"),
        Complaint(
            text: "[[dataset]]\nname = \"a\"", code: .configValue,
            message: "1:1: this dataset has no path"),
        Complaint(
            text: "[[dataset]]\nname = \"a b\"\npath = \"/a\"", code: .configValue,
            message: "2:8: name = \"a b\": a name has letters, digits and . _ - only"),
        Complaint(
            text: "[[dataset]]\nname = \"../a\"\npath = \"/a\"", code: .configValue,
            message: "2:8: name = \"../a\": a name does not begin with ."),
        Complaint(text: "", code: .configValue, message: "1:1: there is no [[dataset]]"),
        Complaint(
            text: start + "\n" + start, code: .configTwice,
            message: "6:8: a second dataset \"a\"", why: "line 2"),
        Complaint(
            text: start + "quiet = \"1s\"\nquiet = \"2s\"", code: .configSyntax,
            message: "5:9: key-value pair: cannot redefine existing string 'quiet'"),
        Complaint(
            text: start + "[control]\nsocket = \"/\(String(repeating: "s", count: 107))\"",
            code: .socketLong,
            message: "5:10: the socket path has 108 bytes, the kernel allows 107"),
    ])
    func everyProblemHasItsPlace(complaint: Complaint) throws {
        let error = try #require(throws: UserError.self) { try parse(complaint.text) }
        #expect(error.code == complaint.code)
        #expect(error.exit == .usage)
        #expect(error.message == "/etc/snapagent/snapagent.toml:\(complaint.message)")
        #expect(error.near == complaint.near)
        #expect(error.why == complaint.why)
        #expect(!error.remedy.isEmpty)
    }

    @Test func bytesThatAreNotTextAreRefused() throws {
        let error = try #require(throws: UserError.self) {
            try AgentConfiguration.parse(
                text: [0x61, 0xFF], file: Self.file, places: Self.places)
        }
        #expect(error.code == .configSyntax)
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: UserError.self) { try parse("a = \(deep)") }
    }

    @Test func placesFollowTheUser() {
        let root = ConfigurationPlaces(isRoot: true) { _ in nil }
        #expect(root.file == BytePath("/etc/snapagent/snapagent.toml"))
        #expect(root.store(of: "a") == BytePath("/var/lib/snapagent/a"))
        let moved = ConfigurationPlaces(isRoot: true) {
            ["XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s"][$0]
        }
        #expect(moved.file == root.file)
        #expect(moved.store(of: "a") == BytePath("/s/snapagent/a"))
        let user = ConfigurationPlaces(isRoot: false) {
            ["HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s"][$0]
        }
        #expect(user.file == BytePath("/c/snapagent/snapagent.toml"))
        #expect(user.store(of: "a") == BytePath("/s/snapagent/a"))
        #expect(Self.places.file == BytePath("/home/me/.config/snapagent/snapagent.toml"))
    }

    @Test(arguments: [
        ("/home/me/Documents", "documents"), ("/srv/사진 정리", "사진-정리"), ("/", "root"),
        ("/a/.hidden", "hidden"), ("/a/--x", "x"), ("/a/A_b.C", "a_b.c"),
    ])
    func directoriesLendTheirName(path: String, name: String) {
        #expect(DatasetName.standard(for: BytePath(path)) == name)
        #expect(DatasetName.flaw(of: name) == nil)
    }
}
