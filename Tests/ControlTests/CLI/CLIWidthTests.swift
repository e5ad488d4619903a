import Testing

@testable import ControlCLI

/// Cells, cutting, wrapping and columns.
@Suite struct CLIWidthTests {
    @Test func hangulMeasuresAlikeInBothForms() {
        _ = CLIFixtures.terminal(80)
        #expect(CellWidth.of("한글") == 4)
        #expect(CellWidth.of("\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}") == 4)
        #expect(CellWidth.of("e\u{301}") == 1)
        #expect(CellWidth.of("😀") == 2)
        // Newer than the C library of Debian 12.
        #expect(CellWidth.of("\u{1FAE9}") == 2)
        #expect(CellWidth.of("abc") == 3)
    }

    @Test func beginningsEndBetweenWholeCharacters() {
        _ = CLIFixtures.terminal(80)
        let jamo = "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"
        #expect(CellWidth.prefix(jamo, 3).text.unicodeScalars.count == 3)
        #expect(CellWidth.prefix("한글", 3).text == "한")
        #expect(CellWidth.prefix("e\u{301}x", 1).text == "e\u{301}")
    }

    @Test(arguments: [40, 60, 80, 100, 120, 200]) func noLineIsWiderThanTheScreen(columns: Int)
        throws
    {
        let screen = CLIFixtures.terminal(columns)
        let name = NameDisplay(isASCII: false)
        for bytes in CLIFixtures.oddNames {
            let shown = name(bytes)
            let lines = [
                OutputLine(
                    "restored " + shown + " from 42 in no time at all", overflow: .wrap(indent: 7)),
                OutputLine([StyledText("42  "), StyledText(shown, .caution)], overflow: .cut),
            ]
            let text = CLIFixtures.text(lines, screen)
            for row in text.split(separator: "\n") {
                #expect(CellWidth.of(String(row)) <= columns, "\(row)")
            }
        }
    }

    @Test func wrappingLosesNothingButSpaces() {
        let screen = CLIFixtures.terminal(20)
        let words = "one two three four five six seven eight nine ten"
        let text = CLIFixtures.text([OutputLine(words, overflow: .wrap(indent: 4))], screen)
        #expect(text == "one two three four\n    five six seven\n    eight nine ten\n")
        let long = String(repeating: "x", count: 50)
        let broken = CLIFixtures.text([OutputLine(long, overflow: .wrap(indent: 0))], screen)
        #expect(broken.split(separator: "\n").joined() == long)
    }

    @Test func anAsciiTerminalGetsNoOtherByte() throws {
        let screen = CLIFixtures.terminal(80, isASCII: true)
        let name = NameDisplay(isASCII: true)
        for bytes in CLIFixtures.oddNames {
            let text = CLIFixtures.text([OutputLine(name(bytes)), OutputLine("한")], screen)
            #expect(text.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
        }
        #expect(name(Array("한".utf8)) == #"$'\355\225\234'"#)
        #expect(name(Array("it's 한".utf8)) == #"$'it\'s \355\225\234'"#)
    }

    @Test func colourOnlyWhereWanted() {
        let line = OutputLine([StyledText("DAMAGED", .alarm), StyledText(" rest")])
        #expect(CLIFixtures.text([line], .pipe) == "DAMAGED rest\n")
        let coloured = CLIFixtures.text([line], CLIFixtures.terminal(80, colour: true))
        #expect(coloured == "\u{1B}[1;31mDAMAGED\u{1B}[0m rest\n")
    }

    @Test func columnsVanishInTheirOrder() {
        let table = TextTable(
            columns: [
                TableColumn(title: "A"), TableColumn(title: "B", vanishes: 2),
                TableColumn(title: "C", isNumber: true, vanishes: 1), TableColumn(title: "D"),
            ],
            rows: [["aaa", "bbb", "1", "ddd"].map { [StyledText($0)] }])
        func row(_ columns: Int) -> String { table.lines(columns: columns, heading: false)[0].text }
        #expect(row(80) == "aaa  bbb  1  ddd")
        #expect(row(15) == "aaa  bbb  ddd")
        #expect(row(12) == "aaa  ddd")
        #expect(row(3) == "aaa  ddd")
        #expect(table.lines(columns: 80, heading: true)[0].text == "A    B    C  D")
    }
}
