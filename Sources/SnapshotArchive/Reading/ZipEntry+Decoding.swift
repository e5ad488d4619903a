internal import SnapshotModel

extension ZipEntry {
    /// Reads a central header, `nil` for one that this program would not have written.
    init?(centralHeaderAt cursor: inout ByteCursor) {
        guard cursor.read(UInt32.self) == Self.centralSignature, cursor.skip(4),
            let fields = CommonFields(&cursor),
            let commentCount = cursor.read(UInt16.self), commentCount == 0,
            let disk = cursor.read(UInt16.self), disk == 0, cursor.skip(2),
            let attributes = cursor.read(UInt32.self),
            let shortOffset = cursor.read(UInt32.self),
            let name = cursor.read(count: fields.nameCount),
            let extra = cursor.slice(fields.extraCount)
        else { return nil }
        self.init(fields: fields, name: name, extra: extra, shortOffset: shortOffset)
        let mode = UInt16(truncatingIfNeeded: attributes >> 16)
        guard let kind = Kind(rawValue: mode & 0o170000) else { return nil }
        self.kind = kind
        permissions = mode & 0o777
    }

    /// Reads a local header, `nil` for one that this program would not have written.
    ///
    /// It says neither what kind of thing the entry is nor the digest of its content.
    init?(localHeaderAt cursor: inout ByteCursor) {
        guard cursor.read(UInt32.self) == Self.localSignature, cursor.skip(2),
            let fields = CommonFields(&cursor),
            let name = cursor.read(count: fields.nameCount),
            let extra = cursor.slice(fields.extraCount)
        else { return nil }
        self.init(fields: fields, name: name, extra: extra, shortOffset: 0)
        isWide = fields.packed == .max && fields.plain == .max
    }

    private init?(fields: CommonFields, name: [UInt8], extra: ByteCursor, shortOffset: UInt32) {
        guard let method = PackingMethod(rawValue: fields.method), !name.isEmpty,
            fields.flags & ~(1 << 11) == 0
        else { return nil }
        let isDirectory = name.last == UInt8(ascii: "/")
        self.init(
            name: name, kind: isDirectory ? .directory : .file, permissions: 0, modified: 0)
        self.method = method
        roughTime = fields.time
        checksum = fields.checksum
        plain = Int64(fields.plain)
        packed = Int64(fields.packed)
        headerOffset = Int64(shortOffset)
        guard readExtras(extra), plain >= 0, packed >= 0, headerOffset >= 0 else { return nil }
    }

    /// Takes what the extra fields say; unknown ones are passed over, wide ones that are missing are not.
    private mutating func readExtras(_ extra: ByteCursor) -> Bool {
        var wide: ByteCursor?
        var cursor = extra
        while cursor.remaining > 0 {
            guard let identifier = cursor.read(UInt16.self), let count = cursor.read(UInt16.self),
                var field = cursor.slice(Int(count))
            else { return false }
            switch identifier {
            case Self.wideFieldIdentifier: wide = field
            case Self.timeFieldIdentifier: readTime(&field)
            case Self.ownerFieldIdentifier: readOwner(&field)
            case Self.digestFieldIdentifier: readDigest(&field)
            default: break
            }
        }
        return Self.widen(&plain, &wide) && Self.widen(&packed, &wide)
            && Self.widen(&headerOffset, &wide)
    }

    /// Reads a value from the wide field if the narrow one says that it is there.
    private static func widen(_ value: inout Int64, _ wide: inout ByteCursor?) -> Bool {
        guard value == fieldLimit else { return true }
        guard let wideValue = wide?.read(Int64.self) else { return false }
        value = wideValue
        return true
    }

    private mutating func readTime(_ field: inout ByteCursor) {
        guard let flags = field.read(UInt8.self), flags & 1 == 1,
            let seconds = field.read(UInt32.self)
        else { return }
        modified = Int64(seconds)
        roughTime = nil
    }

    private mutating func readOwner(_ field: inout ByteCursor) {
        guard field.read(UInt8.self) == 1, field.read(UInt8.self) == 4,
            let uid = field.read(UInt32.self), field.read(UInt8.self) == 4,
            let gid = field.read(UInt32.self)
        else { return }
        self.uid = uid
        self.gid = gid
    }

    private mutating func readDigest(_ field: inout ByteCursor) {
        guard field.read(count: 4) == Self.digestFieldMark,
            field.read(UInt8.self) == Self.digestFieldVersion
        else { return }
        guard let first = field.read(UInt64.self), let second = field.read(UInt64.self),
            let third = field.read(UInt64.self), let fourth = field.read(UInt64.self)
        else { return }
        digest = Digest(
            words: first.byteSwapped, second.byteSwapped, third.byteSwapped, fourth.byteSwapped)
    }
}

/// The fields that local and central headers share, in their order.
private struct CommonFields {
    let flags: UInt16
    let method: UInt16
    let time: DOSTime
    let checksum: UInt32
    let packed: UInt32
    let plain: UInt32
    let nameCount: Int
    let extraCount: Int

    init?(_ cursor: inout ByteCursor) {
        guard let flags = cursor.read(UInt16.self), let method = cursor.read(UInt16.self),
            let time = cursor.read(UInt16.self), let date = cursor.read(UInt16.self),
            let checksum = cursor.read(UInt32.self),
            let packed = cursor.read(UInt32.self), let plain = cursor.read(UInt32.self),
            let nameCount = cursor.read(UInt16.self), let extraCount = cursor.read(UInt16.self)
        else { return nil }
        self.flags = flags
        self.method = method
        self.time = DOSTime(date: date, time: time)
        self.checksum = checksum
        self.packed = packed
        self.plain = plain
        self.nameCount = Int(nameCount)
        self.extraCount = Int(extraCount)
    }
}
