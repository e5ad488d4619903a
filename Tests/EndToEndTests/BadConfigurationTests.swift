import TestSupport
import Testing

/// A mistake in the configuration is named with its line and column, and nothing starts.
@Suite struct BadConfigurationTests {
    struct Mistake: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let position: String
        let words: String
        var testDescription: String { name }
    }

    static let mistakes = [
        Mistake(
            name: "unknown key",
            text: "[[dataset]]\nname = \"a\"\npath = \"DATA\"\nqiet = \"3s\"\n",
            position: "4:1", words: "unknown key \"qiet\""),
        Mistake(
            name: "wrong unit",
            text: "[[dataset]]\nname = \"a\"\npath = \"DATA\"\nquiet = \"3 sec\"\n",
            position: "4:9", words: "no such unit"),
        Mistake(
            name: "no value", text: "[[dataset]]\nname =\n", position: "2:", words: "value"),
        Mistake(
            name: "two of one name",
            text: "[[dataset]]\nname = \"a\"\npath = \"DATA/x\"\n[[dataset]]\nname = \"a\"\n"
                + "path = \"DATA/y\"\n", position: "5:8", words: "a second dataset \"a\""),
        Mistake(
            name: "overlapping roots",
            text: "[[dataset]]\nname = \"a\"\npath = \"DATA\"\n[[dataset]]\nname = \"b\"\n"
                + "path = \"DATA/x\"\n", position: "6:8", words: "lies in dataset \"a\""),
        Mistake(
            name: "empty policy",
            text: "[[dataset]]\nname = \"a\"\npath = \"DATA\"\n[dataset.retention]\n",
            position: "4:", words: "keep no snapshot"),
    ]

    @Test(arguments: mistakes) func isNamed(mistake: Mistake) throws {
        let place = try Workplace()
        try place.scratch.makeDirectories("data/x")
        try place.scratch.makeDirectories("data/y")
        let file = place.scratch.text + "/snapagent.toml"
        try place.scratch.write(
            mistake.text.replacing("DATA", with: place.data), to: "snapagent.toml")
        for command in ["run", "check"] {
            let result = try runProgram(
                [builtProgram("snapagent"), command, "--config", file],
                environment: place.environment, directory: place.scratch.text,
                deadline: .seconds(20))
            #expect(result.status == 2, "\(result.errors)")
            #expect(result.errors.contains("\(file):\(mistake.position)"), "\(result.errors)")
            #expect(result.errors.contains(mistake.words), "\(result.errors)")
            #expect(result.errors.contains("\n  do: "), "\(result.errors)")
        }
    }
}
