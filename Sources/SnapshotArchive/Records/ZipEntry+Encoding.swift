internal import LinuxSystem
internal import SnapshotModel

extension ZipEntry {
    static let localSignature: UInt32 = 0x0403_4b50
    static let centralSignature: UInt32 = 0x0201_4b50

    /// Where the packed size, and the method, stand in a local header.
    private enum LocalField {
        static let method = 8
        static let checksum = 14
        static let packed = 18
        static let plain = 22
    }

    /// Appends the local header, which says nothing about where it stands.
    package func appendLocalHeader(to output: inout [UInt8]) {
        output.append(littleEndian: Self.localSignature)
        output.append(littleEndian: versionNeededLocally)
        appendCommonFields(to: &output, isWide: isWide, extraCount: localExtraCount)
        output.append(contentsOf: name)
        if isWide {
            output.append(littleEndian: Self.wideFieldIdentifier)
            output.append(littleEndian: UInt16(16))
            output.append(littleEndian: plain)
            output.append(littleEndian: packed)
        }
        appendSharedExtras(to: &output)
    }

    /// Rewrites what was not known when a narrow local header was appended at `offset`.
    func patchLocalHeader(at offset: Int, in output: inout [UInt8]) {
        output.store(littleEndian: method.rawValue, at: offset + LocalField.method)
        output.store(littleEndian: checksum, at: offset + LocalField.checksum)
        output.store(littleEndian: UInt32(packed), at: offset + LocalField.packed)
        output.store(littleEndian: UInt32(plain), at: offset + LocalField.plain)
    }

    /// Appends the central header.
    package func appendCentralHeader(to output: inout [UInt8]) {
        var wide = [UInt8]()
        if plain >= Self.fieldLimit { wide.append(littleEndian: plain) }
        if packed >= Self.fieldLimit { wide.append(littleEndian: packed) }
        if headerOffset >= Self.fieldLimit { wide.append(littleEndian: headerOffset) }
        let extraCount =
            (wide.isEmpty ? 0 : 4 + wide.count) + (hasTimeField ? 9 : 0) + 15
            + (digest == nil ? 0 : 41)

        output.append(littleEndian: Self.centralSignature)
        output.append(littleEndian: UInt16(3 << 8 | 45))
        output.append(littleEndian: versionNeeded)
        appendCommonFields(to: &output, isWide: false, extraCount: extraCount)
        output.append(littleEndian: UInt16(0))
        output.append(littleEndian: UInt16(0))
        output.append(littleEndian: UInt16(0))
        output.append(littleEndian: externalAttributes)
        output.append(littleEndian: Self.field(headerOffset))
        output.append(contentsOf: name)
        if !wide.isEmpty {
            output.append(littleEndian: Self.wideFieldIdentifier)
            output.append(littleEndian: UInt16(wide.count))
            output.append(contentsOf: wide)
        }
        appendSharedExtras(to: &output)
        appendDigestField(to: &output)
    }

    /// Unix mode in the upper half, the DOS directory bit in the lower.
    package var externalAttributes: UInt32 {
        UInt32(kind.rawValue | permissions & 0o777) << 16 | (kind == .directory ? 0x10 : 0)
    }

    /// A local header does not know its offset, so the offset cannot widen it.
    private var versionNeededLocally: UInt16 { isWide ? 45 : 20 }

    /// The fields from the flags to the extra field's length, the same in both headers.
    private func appendCommonFields(
        to output: inout [UInt8], isWide: Bool, extraCount: Int
    ) {
        let stamp = roughTime ?? DOSTime(seconds: modified)
        output.append(littleEndian: flags)
        output.append(littleEndian: method.rawValue)
        output.append(littleEndian: stamp.time)
        output.append(littleEndian: stamp.date)
        output.append(littleEndian: checksum)
        output.append(littleEndian: isWide ? UInt32.max : Self.field(packed))
        output.append(littleEndian: isWide ? UInt32.max : Self.field(plain))
        output.append(littleEndian: UInt16(name.count))
        output.append(littleEndian: UInt16(extraCount))
    }

    private static func field(_ value: Int64) -> UInt32 {
        value >= fieldLimit ? .max : UInt32(value)
    }
}
