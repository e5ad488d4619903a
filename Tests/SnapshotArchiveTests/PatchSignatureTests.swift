import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

@Suite struct PatchSignatureTests {
    @Test func tagsAreThoseOfTheStandard() throws {
        // RFC 8439, section 2.5.2.
        let key = try #require(
            SignatureKey([
                0x85, 0xd6, 0xbe, 0x78, 0x57, 0x55, 0x6d, 0x33, 0x7f, 0x44, 0x52, 0xfe, 0x42, 0xd5,
                0x06, 0xa8, 0x01, 0x03, 0x80, 0x8a, 0xfb, 0x0d, 0xb2, 0xfd, 0x4a, 0xbf, 0xf6, 0xaf,
                0x41, 0x49, 0xf5, 0x1b,
            ]))
        var tagger = BlockTagger(key)
        let message = Array("Cryptographic Forum Research Group".utf8)
        for _ in 0..<2 { #expect(tagger.tag(of: message.span) == 0xc636_5130_c11d_06a8) }
        #expect(SignatureKey([1, 2, 3]) == nil)
    }

    @Test func checksumsAreThoseOfZlibAndMove() {
        var random = SeededGenerator()
        // The check value of Adler-32.
        #expect(Adler32.checksum(of: Array("123456789".utf8).span) == 0x091E_01DE)
        let data = random.bytes(5000) + Array(repeating: 255, count: 9000)
        for length in [1, 7, 4096] {
            var rolling = Adler32(of: data.span.extracting(0..<length))
            for start in 1..<4900 {
                rolling.move(first: data[start - 1], next: data[start + length - 1])
                guard start % 61 == 0 else { continue }
                let direct = Adler32(of: data.span.extracting(start..<(start + length)))
                #expect(rolling == direct, "seed \(random.seed)")
            }
        }
    }

    @Test func dictionariesServeBothWays() throws {
        var random = SeededGenerator()
        var deflater = Deflater()
        var inflater = Inflater()
        for count in [1, 100, 4096, 32 << 10] {
            let dictionary = random.bytes(count)
            let piece = Array(dictionary.suffix(3000)) + [1, 2, 3]
            var packed = [UInt8]()
            deflater.deflate(piece.span, dictionary: dictionary.span, into: &packed)
            if count >= 4096 { #expect(packed.count < 200) }
            var plain: [UInt8] = [9]
            try inflater.inflate(
                stream: packed.span, dictionary: dictionary.span, count: piece.count, into: &plain)
            #expect(plain == [9] + piece)
            #expect(throws: InflateError.self) {
                try inflater.inflate(
                    stream: packed.span, dictionary: dictionary.span, count: piece.count - 1,
                    into: &plain)
            }
            #expect(plain == [9] + piece)
            // The engine remembers nothing of the dictionary.
            packed = []
            deflater.deflate(piece.span, ending: .stream, into: &packed)
            #expect(try inflater.inflate(piece: packed.span, count: piece.count) == piece)
        }
    }

    @Test func theFileComesBackOrIsNone() throws {
        var random = SeededGenerator()
        for size in [0, 1, 4096, 100_001] {
            let content = random.bytes(size)
            let digest = SHA256.digest(of: content)
            let signatures = try PatchFixture.signatures(of: content)
            #expect(signatures.size == Int64(size))
            let file = signatures.encoded(for: digest, key: PatchFixture.key)
            #expect(file.count == 85 + (size + 4095) / 4096 * 12)
            let again = BlockSignatures(encoded: file, for: digest, key: PatchFixture.key)
            #expect(again == signatures)

            let other = try #require(SignatureKey(Array(repeating: 5, count: 32)))
            #expect(BlockSignatures(encoded: file, for: digest, key: other) == nil)
            let foreign = SHA256.digest(of: Array("other".utf8))
            #expect(BlockSignatures(encoded: file, for: foreign, key: PatchFixture.key) == nil)
            for _ in 0..<50 {
                var damaged = file
                damaged[Int.random(in: 0..<file.count, using: &random)] ^= 0x10
                #expect(
                    BlockSignatures(encoded: damaged, for: digest, key: PatchFixture.key) == nil)
            }
            for cut in [0, 5, 31, 32, 84, file.count - 1] {
                let part = Array(file.prefix(cut))
                #expect(BlockSignatures(encoded: part, for: digest, key: PatchFixture.key) == nil)
            }
        }
    }
}
