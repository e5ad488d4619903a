import Testing

@testable import ControlCLI

/// The tables of sentences.
@Suite struct CLISentenceTests {
    static let tables: [(name: String, sentences: [String])] = [
        ("usage", UsageSentence.allCases.map(\.rawValue)),
        ("error", ErrorSentence.allCases.map(\.rawValue)),
        ("word", WordSentence.allCases.map(\.rawValue)),
        ("look", LookSentence.allCases.map(\.rawValue)),
        ("keep", KeepSentence.allCases.map(\.rawValue)),
        ("status", StatusSentence.allCases.map(\.rawValue)),
        ("restore", RestoreSentence.allCases.map(\.rawValue)),
        ("progress", ProgressSentence.allCases.map(\.rawValue)),
        ("hint", HintSentence.allCases.map(\.rawValue)),
        ("version", VersionSentence.allCases.map(\.rawValue)),
    ]

    @Test(arguments: tables.map(\.name)) func sentencesAreASCIIWithNamedPlaces(name: String) throws
    {
        let table = try #require(Self.tables.first { $0.name == name })
        #expect(!table.sentences.isEmpty)
        for sentence in table.sentences {
            #expect(sentence.utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "\(sentence)")
            let places = SentenceTemplate.places(of: sentence)
            #expect(places.allSatisfy { $0.allSatisfy { $0.isLowercase } }, "\(sentence)")
            let open = sentence.count { $0 == "{" }
            #expect(open == places.count && open == sentence.count { $0 == "}" }, "\(sentence)")
        }
    }

    @Test func whatIsPutInIsNotReadAgain() {
        let text = SentenceTemplate.fill("{a} and {b}", ["a": "{b}", "b": "{a}"])
        #expect(text == "{b} and {a}")
    }

    @Test func unknownPlacesStayAsTheyAre() {
        #expect(SentenceTemplate.fill("{a} {c", ["b": "x"]) == "{a} {c")
    }
}
