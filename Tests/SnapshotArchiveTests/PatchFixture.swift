import SnapshotArchive
import SnapshotModel
import TestSupport

/// A content in memory that is read as a live file would be.
struct LiveContent: NewContent {
    var bytes: [UInt8]
    /// Bytes that the file claims to have beyond those it gives.
    var missing: Int64 = 0
    var holes: [Range<Int64>] = []

    var size: Int64 { Int64(bytes.count) + missing }

    func read(_ count: Int64, at offset: Int64, into buffer: inout [UInt8]) throws {
        let start = min(Int(offset), bytes.count)
        buffer.append(contentsOf: bytes[start..<min(start + Int(count), bytes.count)])
    }

    func isHole(at offset: Int64, count: Int64) -> Bool {
        holes.contains { $0.lowerBound <= offset && offset + count <= $0.upperBound }
    }
}

/// Patches made and read in memory.
enum PatchFixture {
    static let key: SignatureKey = {
        guard let key = SignatureKey(Array(1...32)) else { preconditionFailure("no key") }
        return key
    }()

    static func signatures(of content: [UInt8]) throws -> BlockSignatures {
        try BlockSignatures.of(MemoryBytes(content), key: key)
    }

    /// A patch that makes `new` of `old`, `nil` where it exceeds `limit`.
    static func encode(
        _ new: LiveContent, over old: any ContentBytes, _ digest: Digest,
        _ signatures: BlockSignatures, limit: Int64 = .max
    ) throws -> (patch: [UInt8], result: EncodedPatch)? {
        let output = Output()
        let base = PatchBase(content: digest, signatures: signatures, bytes: old)
        let result = try PatchEncoder.encode(new, over: base, key: key, limit: limit) {
            output.bytes += $0
        }
        guard let result else { return nil }
        return (output.bytes, result)
    }

    static func encode(
        _ new: [UInt8], over old: [UInt8]
    ) throws -> (patch: [UInt8], result: EncodedPatch)? {
        try encode(
            LiveContent(bytes: new), over: MemoryBytes(old), SHA256.digest(of: old),
            signatures(of: old))
    }

    /// The content that a patch makes.
    static func open(_ patch: [UInt8], over base: any ContentBytes) throws -> PatchedBytes {
        let bytes = MemoryBytes(patch)
        return try PatchedBytes(PatchTable(bytes), bytes, over: base)
    }

    static func decode(_ patch: [UInt8], over old: [UInt8]) throws -> [UInt8] {
        try all(open(patch, over: MemoryBytes(old)))
    }

    static func all(_ content: any ContentBytes) throws -> [UInt8] {
        var bytes = [UInt8]()
        try content.read(Int(content.size), at: 0, into: &bytes)
        return bytes
    }

    private final class Output {
        var bytes: [UInt8] = []
    }

    /// A table written number by number, right or wrong.
    struct TableText {
        private var bytes = [UInt8](repeating: 0, count: 32)

        init(base: UInt64, size: UInt64) {
            append(base)
            append(size)
        }

        mutating func append(_ number: UInt64) {
            var rest = number
            while rest >= 0x80 {
                bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(rest))
        }

        /// An operation and how far its place is from the expected one.
        mutating func append(_ kind: UInt64, count: Int64, signed distance: Int64) {
            append(UInt64(count) << 3 | kind)
            append(UInt64(bitPattern: distance << 1 ^ distance >> 63))
        }

        func patch(data: [UInt8] = [], version: UInt8 = 1) -> [UInt8] {
            var patch = Array("SNPP".utf8) + [version] + data + bytes
            patch.append(littleEndian: UInt32(bytes.count))
            patch.append(littleEndian: UInt32(bytes.count))
            return patch
        }
    }
}

extension SeededGenerator {
    /// Bytes of one sort: noise, words, one byte again and again, or zeros.
    mutating func content(_ count: Int) -> [UInt8] {
        switch Int.random(in: 0..<5, using: &self) {
        case 0: return bytes(count)
        case 1: return Array(repeating: 0, count: count)
        case 2: return Array(repeating: UInt8.random(in: 1...255, using: &self), count: count)
        default:
            let words = (0..<50).map { _ in bytes(Int.random(in: 1..<12, using: &self)) }
            var data = [UInt8]()
            while data.count < count { data += words[Int.random(in: 0..<50, using: &self)] }
            return Array(data.prefix(count))
        }
    }

    /// Bytes of several sorts one behind the other.
    mutating func mixture(_ count: Int) -> [UInt8] {
        var data = [UInt8]()
        while data.count < count {
            data += content(Int.random(in: 1...60_000, using: &self))
        }
        return Array(data.prefix(count))
    }

    /// A few edits of the kinds that programs make.
    mutating func edit(_ bytes: inout [UInt8], count: Int) {
        for _ in 0..<count {
            let start = Int.random(in: 0...bytes.count, using: &self)
            let length = min(
                Int.random(in: 1...(Bool.random(using: &self) ? 40 : 9000), using: &self),
                bytes.count - start)
            let range = start..<(start + length)
            switch Int.random(in: 0..<8, using: &self) {
            case 0, 1: bytes.replaceSubrange(range, with: content(length))
            case 2: bytes.insert(contentsOf: content(length), at: start)
            case 3: bytes.removeSubrange(range)
            case 4:
                let moved = Array(bytes[range])
                bytes.removeSubrange(range)
                bytes.insert(
                    contentsOf: moved, at: Int.random(in: 0...bytes.count, using: &self))
            case 5: bytes += content(length)
            case 6: bytes.replaceSubrange(range, with: repeatElement(0, count: length))
            default: bytes.removeLast(min(length, bytes.count))
            }
        }
    }
}
