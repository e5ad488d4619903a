import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

@Suite struct EngineTests {
    @Test func digestsAreThoseOfTheStandard() {
        // FIPS 180-2, appendix B.1, and the empty message.
        #expect(
            SHA256.digest(of: Array("abc".utf8)).hexadecimal
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        var hash = SHA256()
        hash.update(Array("a".utf8).span)
        hash.update(Array("bc".utf8).span)
        #expect(hash.next() == SHA256.digest(of: Array("abc".utf8)))
        #expect(
            hash.next().hexadecimal
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    @Test func checksumsAreThoseOfZip() {
        // The check value of CRC-32/ISO-HDLC.
        #expect(CRC32.checksum(of: Array("123456789".utf8).span) == 0xCBF4_3926)
        var checksum = CRC32()
        checksum.update(Array("1234".utf8).span)
        checksum.update(Array("56789".utf8).span)
        #expect(checksum.value == 0xCBF4_3926)
    }

    @Test func whatIsDeflatedInflates() throws {
        var random = SeededGenerator()
        var deflater = Deflater()
        var inflater = Inflater()
        for round in 0..<40 {
            let data = Self.data(&random, round)
            var packed = [UInt8]()
            let ending: Deflater.Ending = round % 2 == 0 ? .stream : .piece
            deflater.deflate(data.span, ending: ending, into: &packed)
            let plain = try inflater.inflate(piece: packed.span, count: data.count)
            #expect(plain == data, "seed \(random.seed)")
        }
    }

    @Test func piecesMakeOneStream() throws {
        var random = SeededGenerator()
        var deflater = Deflater()
        var packed = [UInt8]()
        var plain = [UInt8]()
        var pieces = [(start: Int, data: [UInt8])]()
        for round in 0..<20 {
            let data = Self.data(&random, round)
            pieces.append((packed.count, data))
            deflater.deflate(data.span, ending: .piece, into: &packed)
            plain += data
        }
        deflater.deflate([UInt8]().span, ending: .stream, into: &packed)
        var inflater = Inflater()
        #expect(try inflater.inflate(piece: packed.span, count: plain.count) == plain)
        for (start, data) in pieces {
            let rest = packed.span.extracting(start..<packed.count)
            #expect(try inflater.inflate(piece: rest, count: data.count) == data)
        }
    }

    /// A directory of few names is a short text, most of it hashes.
    @Test func shortListingsBecomeSmall() throws {
        var deflater = Deflater()
        var text = [UInt8]()
        for number in 0..<8 {
            let digest = SHA256.digest(of: [UInt8(number)]).hexadecimal
            text += Array(
                "name\(number) type=file mode=0644 uid=0 gid=0 sha256digest=\(digest)\n".utf8)
        }
        var packed = [UInt8]()
        deflater.deflate(text.span, ending: .piece, isListing: true, into: &packed)
        #expect(packed.count * 100 < text.count * 50, "\(packed.count) of \(text.count)")
        var inflater = Inflater()
        #expect(try inflater.inflate(piece: packed.span, count: text.count) == text)
    }

    /// Pieces of libdeflate's make one stream as well, whatever bit the last block of each ends on.
    @Test func smallestPiecesMakeOneStream() throws {
        var random = SeededGenerator()
        let deflater = try #require(SmallestDeflater())
        guard var engine = SmallestPieces(deflater) else {
            Issue.record("no memory")
            return
        }
        var packed = [UInt8]()
        var plain = [UInt8]()
        var pieces = [(start: Int, data: [UInt8])]()
        for round in 0..<60 {
            var data = Self.data(&random, round)
            // Several blocks in one piece, and one of a single byte.
            if round % 20 == 7 { data += random.bytes(70_000) + Self.data(&random, 5) + data }
            if round % 20 == 8 { data = [UInt8(round)] }
            pieces.append((packed.count, data))
            let isPacked = engine.deflate(data.span, into: &packed)
            #expect(isPacked)
            plain += data
        }
        Deflater.appendStreamEnd(to: &packed)
        var inflater = Inflater()
        #expect(try inflater.inflate(piece: packed.span, count: plain.count) == plain)
        for (start, data) in pieces {
            let rest = packed.span.extracting(start..<packed.count)
            #expect(try inflater.inflate(piece: rest, count: data.count) == data)
        }
        // Python's zlib, and with it everybody's, reads it as one ordinary stream to its very end.
        let scratch = try ScratchDirectory()
        try scratch.write(packed, to: "packed")
        try scratch.write(plain, to: "plain")
        let script = """
            import sys, zlib
            packed, plain = (open(name, "rb").read() for name in sys.argv[1:])
            engine = zlib.decompressobj(-15)
            assert engine.decompress(packed) == plain
            assert engine.eof and not engine.unused_data
            """
        let result = try runProgram(
            ["python3", "-c", script, "packed", "plain"], directory: scratch.text)
        #expect(result.status == 0, "seed \(random.seed): \(result.errors)")
    }

    @Test func rubbishIsRefusedOrShort() {
        var random = SeededGenerator()
        for _ in 0..<200 {
            let rubbish = random.bytes(Int.random(in: 0..<600, using: &random))
            var inflater = Inflater()
            do {
                #expect(try inflater.inflate(piece: rubbish.span, count: 4000).count == 4000)
            } catch {
                #expect(error == .invalid || error == .length, "seed \(random.seed)")
            }
        }
    }

    private static func data(_ random: inout SeededGenerator, _ round: Int) -> [UInt8] {
        let count = Int.random(in: 0..<(round % 5 == 0 ? 60_000 : 9000), using: &random)
        if round % 3 == 0 { return random.bytes(count) }
        let words = (0..<40).map { _ in random.bytes(Int.random(in: 1..<12, using: &random)) }
        var data = [UInt8]()
        while data.count < count { data += words[Int.random(in: 0..<40, using: &random)] }
        return data
    }
}
