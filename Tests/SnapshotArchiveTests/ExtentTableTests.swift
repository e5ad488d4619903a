import SnapshotModel
import Testing

@testable import SnapshotArchive

@Suite struct ExtentTableTests {
    private let tree = SHA256.digest(of: Array("tree".utf8))
    private let content = SHA256.digest(of: Array("content".utf8))
    private let base = SHA256.digest(of: Array("base".utf8))

    @Test func everyKindOfLineIsReadAsItWasWritten() throws {
        var text = [UInt8]()
        let pieces = [0, 10].map { Extent(offset: $0, packed: 10, plain: 20) }
        ExtentTable.append("tree", tree, header: 7, pieces[0], to: &text)
        for piece in pieces { ExtentTable.append("chunk", content, header: 99, piece, to: &text) }
        ExtentTable.append("patch", content, header: 500, pieces[1], base: base, to: &text)
        let last = try #require(text.dropLast().lastIndex(of: UInt8(ascii: "\n")))
        #expect(
            String(decoding: text[(last + 1)...], as: UTF8.self)
                == "patch \(content.hexadecimal) 500 10 10 20 \(base.hexadecimal)\n")
        let table = try #require(ExtentTable(text))
        #expect(table.trees == [tree: pieces[0]])
        #expect(table.treesHeader == 7)
        #expect(table.chunks == [99: pieces])
        #expect(
            table.patches == [
                content: ExtentTable.PatchPiece(header: 500, extent: pieces[1], base: base)
            ])
    }

    @Test func kindsOfALaterVersionArePassedOver() throws {
        let table = try #require(ExtentTable(Array("recipe a b\nx 1\n".utf8)))
        #expect(table == ExtentTable())
    }

    @Test(arguments: ["tree", "chunk", "patch"])
    func aLineThatIsNotWholeIsRefused(kind: String) {
        let good = [kind, content.hexadecimal, "1", "2", "3", "4"]
        let whole = kind == "patch" ? good + [base.hexadecimal] : good
        #expect(ExtentTable(Array((whole.joined(separator: " ") + "\n").utf8)) != nil)
        for index in whole.indices.dropFirst() {
            var line = whole
            line[index] = "-1"
            #expect(ExtentTable(Array((line.joined(separator: " ") + "\n").utf8)) == nil)
        }
        #expect(ExtentTable(Array(whole.dropLast().joined(separator: " ").utf8)) == nil)
        #expect(ExtentTable(Array((whole + ["5"]).joined(separator: " ").utf8)) == nil)
        #expect(
            ExtentTable(Array((whole.dropLast().joined(separator: " ") + "\n").utf8)) == nil)
    }

    @Test func chunksShareLines() throws {
        let content = SHA256.digest(of: Array("content".utf8))
        var chunks = [Extent]()
        var offset: Int64 = 0
        for number in 0..<40 {
            let plain: Int64 = number == 39 ? 17 : 65_536
            chunks.append(Extent(offset: offset, packed: 100 + Int64(number), plain: plain))
            offset += 100 + Int64(number)
        }
        // As in files of more than 64 GiB.
        chunks.append(Extent(offset: offset, packed: 5000, plain: 1 << 20))
        var text = [UInt8]()
        ExtentTable.append(chunks: chunks, of: content, header: 7, to: &text)
        #expect(text.count { $0 == UInt8(ascii: "\n") } == 4)
        #expect(try #require(ExtentTable(text)).chunks == [7: chunks])
        let line = "chunk \(content.hexadecimal) 7 0 "
        for rest in ["1,2 65536", "1, 70000", ",1 70000", "1,-2 70000", "\(Int64.max),1 70000"] {
            #expect(ExtentTable(Array("\(line)\(rest)\n".utf8)) == nil, "\(rest)")
        }
    }
}
