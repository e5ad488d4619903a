import Foundation
import TestSupport
import Testing

@testable import JSONReading

/// What is read is what FoundationEssentials' decoder reads.
@Suite struct JSONReaderTests {
    private struct Part: Codable, Hashable {
        var small: Int8
        var large: UInt64
        var text: String
        var maybe: Int?
        var truth: Bool
    }

    private struct Whole: Codable, Hashable {
        var part: Part
        var parts: [Part]
        var lists: [[String]]
        var names: [String: Double]
        var absent: Part?
        var gaps: [Int?]
        var number: Float
        var deep: Deep?
    }

    private final class Deep: Codable, Hashable {
        var deeper: [Deep]

        init(_ deeper: [Deep]) { self.deeper = deeper }

        static func == (one: Deep, other: Deep) -> Bool { one.deeper == other.deeper }

        func hash(into hasher: inout Hasher) { hasher.combine(deeper) }
    }

    private func text(_ random: inout SeededGenerator) -> String {
        let marks: [Unicode.Scalar] = [
            "a", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "\u{E4}", "\u{1F600}", "\u{FFFD}",
        ]
        var text = ""
        for _ in 0..<Int.random(in: 0..<9, using: &random) {
            text.unicodeScalars.append(marks[Int.random(in: 0..<marks.count, using: &random)])
        }
        return text
    }

    private func part(_ random: inout SeededGenerator) -> Part {
        Part(
            small: Int8.random(in: .min ... .max, using: &random),
            large: UInt64.random(in: .min ... .max, using: &random), text: text(&random),
            maybe: Bool.random(using: &random)
                ? nil : Int.random(in: .min ... .max, using: &random),
            truth: Bool.random(using: &random))
    }

    private func whole(_ random: inout SeededGenerator) -> Whole {
        let count = Int.random(in: 0..<6, using: &random)
        return Whole(
            part: part(&random), parts: (0..<count).map { _ in part(&random) },
            lists: (0..<count).map { size in (0..<size).map { _ in text(&random) } },
            names: Dictionary(
                (0..<count).map { _ in (text(&random), Double.random(in: -1...1, using: &random)) }
            ) { first, _ in first },
            absent: Bool.random(using: &random) ? nil : part(&random),
            gaps: (0..<count).map { $0 % 2 == 0 ? nil : $0 }, number: Float(count) / 4,
            deep: Bool.random(using: &random) ? nil : Deep([Deep([]), Deep([Deep([])])]))
    }

    @Test func whatIsWrittenIsRead() throws {
        var random = SeededGenerator()
        let encoder = JSONEncoder()
        for round in 0..<300 {
            encoder.outputFormatting = round % 2 == 0 ? [.prettyPrinted] : [.sortedKeys]
            let value = whole(&random)
            let data = try encoder.encode(value)
            let read = try JSONReader.decode(Whole.self, from: Array(data))
            #expect(read == value, "seed \(random.seed)")
        }
    }

    @Test(arguments: [
        ("7", Int?.some(7)), ("-9223372036854775808", .some(.min)), ("7.0", .some(7)),
        ("7.5", nil), ("1e3", .some(1000)), ("9223372036854775808", nil), ("\"7\"", nil),
        ("9007199254740991.0", .some(9_007_199_254_740_991)), ("-8651088305444630.9e1", nil),
        ("true", nil), ("null", nil), ("[7]", nil), ("{}", nil),
    ])
    func numbersAreReadAsTheyFit(text: String, number: Int?) throws {
        #expect((try? JSONReader.decode(Int.self, from: Array(text.utf8))) == number)
    }

    @Test func smallNumbersHaveBounds() {
        #expect(throws: DecodingError.self) {
            try JSONReader.decode([UInt8].self, from: Array("[256]".utf8))
        }
        #expect(throws: DecodingError.self) {
            try JSONReader.decode([UInt32].self, from: Array("[-1]".utf8))
        }
    }

    @Test func unknownKeysAreIgnoredAndMissingOnesNamed() throws {
        let text = #"{"x":{"y":[1,{"z":2}]},"truth":true,"text":"t","large":1,"small":2,"w":null}"#
        let part = try JSONReader.decode(Part.self, from: Array(text.utf8))
        #expect(part == Part(small: 2, large: 1, text: "t", maybe: nil, truth: true))
        let lacking = Array(#"{"truth":true,"text":"t","large":1}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONReader.decode(Part.self, from: lacking) }
        #expect(throws: DecodingError.self) {
            try JSONReader.decode(Part.self, from: Array("{}".utf8))
        }
        #expect(throws: DecodingError.self) {
            try JSONReader.decode(Part.self, from: Array("[]".utf8))
        }
    }

    @Test(arguments: [
        "", " ", "{", "{}x", "{} {}", "[1,]", "{\"a\":}", "{a:1}", "'a'", "\"\\q\"", "\"\\ud800\"",
        "01", "+1", ".5", "nul", "\u{1}", "[\"\u{1}\"]", "[1 2]", "NaN", "1e999",
    ])
    func whatIsNoJSONIsRefused(text: String) {
        #expect(throws: JSONSyntaxError.self) {
            try JSONReader.decode([String: Int].self, from: Array(text.utf8))
        }
    }

    @Test func bytesThatAreNoTextAreRefused() {
        for bytes in [[0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]] {
            #expect(throws: JSONSyntaxError.self) {
                try JSONReader.decode(String.self, from: bytes.map { UInt8($0) })
            }
        }
    }

    @Test func depthIsBounded() {
        let text = Array(repeating: UInt8(ascii: "["), count: 100_000)
        #expect(throws: JSONSyntaxError.self) { try JSONReader.decode([Int].self, from: text) }
    }

    /// Damage is refused or read as what it says, and never touches what is not the document's.
    @Test func damageIsRefusedOrReadAsOthersReadIt() throws {
        var random = SeededGenerator()
        let original = Array(try JSONEncoder().encode(whole(&random)))
        var refused = 0
        for _ in 0..<3000 {
            var text = original
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<text.count, using: &random)
                text[place] = UInt8.random(in: 0x20..<0x7F, using: &random)
            }
            if Bool.random(using: &random) {
                text = Array(text.prefix(Int.random(in: 0..<text.count, using: &random)))
            }
            let others = try? JSONDecoder().decode(Whole.self, from: Data(text))
            let ours = try? JSONReader.decode(Whole.self, from: text)
            if ours == nil { refused += 1 }
            // Both may refuse; where both read it, they read the same.
            if let ours, let others { #expect(ours == others, "seed \(random.seed)") }
        }
        #expect(refused > 1000)
    }

    @Test func membersAreFoundInAnyOrder() throws {
        let names = (0..<20).map { "member\($0)" }
        let text = "{" + names.map { "\"\($0)\":\"\($0)!\"" }.joined(separator: ",") + "}"
        let tape = try JSONTape(Array(text.utf8))
        var object = try #require(JSONObject(tape, at: JSONTape.root))
        #expect(object.keys == names)
        for name in names + names.reversed() + [names[7], names[7]] {
            #expect(try object.string(name) == name + "!")
        }
        #expect(try object.optionalString("other") == nil)
        #expect(throws: DecodingError.self) { try object.string("other") }
        #expect(throws: DecodingError.self) { try object.integer("member3") }
        var nothing = try #require(JSONObject(try JSONTape(Array("{}".utf8)), at: JSONTape.root))
        #expect(nothing.find("a") == nil)
        #expect(nothing.keys == [])
    }
}
