internal import SnapshotModel

extension ZipEntry {
    static let wideFieldIdentifier: UInt16 = 0x0001
    static let timeFieldIdentifier: UInt16 = 0x5455
    static let ownerFieldIdentifier: UInt16 = 0x7875
    static let digestFieldIdentifier: UInt16 = 0x4153

    /// Tells our digest field from another program's: its identifier is in no registry.
    static let digestFieldMark: [UInt8] = Array("SNAP".utf8)

    /// The version of the digest field's layout.
    static let digestFieldVersion: UInt8 = 1

    /// Whether readers agree on this time in the 0x5455 field, which is signed to some of them.
    var hasTimeField: Bool { roughTime == nil && modified >= 0 && modified < 1 << 31 }

    /// Bytes of the local extra fields.
    var localExtraCount: Int { (isWide ? 20 : 0) + (hasTimeField ? 9 : 0) + 15 }

    /// Bytes of the local header.
    package var localHeaderCount: Int { 30 + name.count + localExtraCount }

    /// Appends the fields that both headers have: time and owner.
    func appendSharedExtras(to output: inout [UInt8]) {
        if hasTimeField {
            output.append(littleEndian: Self.timeFieldIdentifier)
            output.append(littleEndian: UInt16(5))
            output.append(1)
            output.append(littleEndian: UInt32(truncatingIfNeeded: modified))
        }
        output.append(littleEndian: Self.ownerFieldIdentifier)
        output.append(littleEndian: UInt16(11))
        output.append(1)
        output.append(4)
        output.append(littleEndian: uid)
        output.append(4)
        output.append(littleEndian: gid)
    }

    /// Appends the central header's digest field.
    func appendDigestField(to output: inout [UInt8]) {
        guard let digest else { return }
        output.append(littleEndian: Self.digestFieldIdentifier)
        output.append(littleEndian: UInt16(37))
        output.append(contentsOf: Self.digestFieldMark)
        output.append(Self.digestFieldVersion)
        output.append(littleEndian: digest.words.0.byteSwapped)
        output.append(littleEndian: digest.words.1.byteSwapped)
        output.append(littleEndian: digest.words.2.byteSwapped)
        output.append(littleEndian: digest.words.3.byteSwapped)
    }
}
