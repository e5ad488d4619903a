extension [UInt8] {
    mutating func appendLine(_ entry: TreeEntry) {
        appendEscaped(entry.name)
        append(text: " type=")
        append(text: entry.kind.mtreeName)
        append(text: " mode=")
        appendMode(entry.mode)
        append(text: " uid=")
        append(decimal: UInt64(entry.uid))
        append(text: " gid=")
        append(decimal: UInt64(entry.gid))
        append(text: " time=")
        append(time: entry.modified)
        appendContent(entry)
        appendLinks(entry)
        for attribute in entry.attributes {
            append(text: " xattr.")
            appendEscaped(attribute.name)
            append(UInt8(ascii: "="))
            Base64.encode(attribute.value, into: &self)
        }
        if let ranges = entry.dataRanges { append(ranges: ranges) }
        if let reason = entry.missing {
            append(text: " missing=")
            append(contentsOf: reason.rawValue.utf8)
        }
        append(UInt8(ascii: "\n"))
    }

    mutating func appendLine(_ part: TreePart) {
        appendEscaped(part.first)
        append(text: " type=part last=")
        appendEscaped(part.last)
        append(text: " count=")
        append(decimal: UInt64(part.count))
        append(text: " tree=")
        part.tree.appendHexadecimal(to: &self)
        append(UInt8(ascii: "\n"))
    }

    private mutating func appendContent(_ entry: TreeEntry) {
        if entry.size > 0 {
            append(text: " size=")
            append(decimal: UInt64(entry.size))
        }
        if let content = entry.content {
            append(text: entry.isCondensed ? " datadigest=" : " sha256digest=")
            content.appendHexadecimal(to: &self)
        }
        if let tree = entry.tree {
            append(text: " tree=")
            tree.appendHexadecimal(to: &self)
        }
    }

    private mutating func appendLinks(_ entry: TreeEntry) {
        if !entry.target.isEmpty {
            append(text: " link=")
            appendEscaped(entry.target)
        }
        if let device = entry.device {
            append(text: " device=native,")
            append(decimal: UInt64(device.major))
            append(UInt8(ascii: ","))
            append(decimal: UInt64(device.minor))
        }
        if let group = entry.linkGroup {
            append(text: " nlink=")
            append(decimal: UInt64(group.count))
            append(text: " inode=")
            append(decimal: group.device)
            append(UInt8(ascii: "."))
            append(decimal: group.inode)
        }
    }

    private mutating func append(ranges: [DataRange]) {
        append(text: " data=")
        for (position, range) in ranges.enumerated() {
            if position > 0 { append(UInt8(ascii: ",")) }
            append(decimal: UInt64(range.offset))
            append(UInt8(ascii: "+"))
            append(decimal: UInt64(range.count))
        }
    }

    private mutating func append(time: FileTime) {
        if time.seconds < 0 { append(UInt8(ascii: "-")) }
        append(decimal: time.seconds.magnitude)
        append(UInt8(ascii: "."))
        var divisor: Int32 = 100_000_000
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: time.nanoseconds / divisor % 10))
            divisor /= 10
        }
    }

    /// A leading zero and at least three octal digits, as mtree(8) and chmod(1) users write modes.
    private mutating func appendMode(_ mode: UInt32) {
        append(UInt8(ascii: "0"))
        var shift: UInt32 = mode > 0o777 ? 12 : 9
        while shift > 0 {
            shift -= 3
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: mode >> shift & 7))
        }
    }

    private mutating func append(decimal number: UInt64) {
        if number < 10 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number))
        } else {
            append(contentsOf: String(number).utf8)
        }
    }

    private mutating func append(text: String) {
        append(contentsOf: text.utf8)
    }

    mutating func appendEscaped(_ name: [UInt8]) {
        guard name.contains(where: TreeText.isEscaped) else {
            append(contentsOf: name)
            return
        }
        for byte in name {
            if TreeText.isEscaped(byte) {
                append(UInt8(ascii: "\\"))
                append(UInt8(ascii: "0") + byte >> 6)
                append(UInt8(ascii: "0") + byte >> 3 & 7)
                append(UInt8(ascii: "0") + byte & 7)
            } else {
                append(byte)
            }
        }
    }
}
