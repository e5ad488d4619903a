/// Reads the lines of a tree object, one byte after the other.
struct TreeParser {
    let text: [UInt8]
    var position = 0
    var line = 1

    init(_ text: [UInt8]) {
        self.text = text
    }

    mutating func parseAll() throws(TreeTextError) -> [TreeLine] {
        var lines = [TreeLine]()
        var previous: [UInt8]?
        var holdsParts = false
        while position < text.count {
            let parsed = try parseLine()
            let (first, last, isPart) =
                switch parsed {
                case .entry(let entry): (entry.name, entry.name, false)
                case .part(let part): (part.first, part.last, true)
                }
            if let previous {
                guard isPart == holdsParts else { throw error(.mixed) }
                guard previous.lexicographicallyPrecedes(first) else { throw error(.order) }
            }
            holdsParts = isPart
            previous = last
            lines.append(parsed)
            line += 1
        }
        return lines
    }

    private mutating func parseLine() throws(TreeTextError) -> TreeLine {
        let name = try parseName()
        try require(" type=", .badKeyword)
        if take("part ") { return .part(try parsePart(first: name)) }
        return .entry(try parseEntry(name))
    }

    private mutating func parsePart(first: [UInt8]) throws(TreeTextError) -> TreePart {
        try require("last=", .badKeyword)
        let last = try parseName()
        guard !last.lexicographicallyPrecedes(first) else { throw error(.order) }
        try require(" count=", .badKeyword)
        let count = try parseNumber(upTo: UInt64(Int.max))
        guard count > 0 else { throw error(.badNumber) }
        try require(" tree=", .badKeyword)
        let tree = try parseDigest()
        try require("\n", .cutShort)
        return TreePart(first: first, last: last, count: Int(count), tree: tree)
    }

    private mutating func parseEntry(_ name: [UInt8]) throws(TreeTextError) -> TreeEntry {
        guard let kind = takeKind() else { throw error(.badType) }
        try require(" mode=", .badKeyword)
        let mode = try parseMode()
        try require(" uid=", .badKeyword)
        let uid = UInt32(try parseNumber(upTo: UInt64(UInt32.max)))
        try require(" gid=", .badKeyword)
        let gid = UInt32(try parseNumber(upTo: UInt64(UInt32.max)))
        try require(" time=", .badKeyword)
        let modified = try parseTime()
        var entry = TreeEntry(
            name: name, kind: kind, mode: mode, uid: uid, gid: gid, modified: modified)
        try parseContent(of: &entry)
        try parseLinks(of: &entry)
        try parseAttributes(of: &entry)
        if kind == .file, take(" data=") { entry.dataRanges = try parseRanges() }
        if entry.isCondensed { try checkMap(of: entry) }
        if take(" missing=") { entry.missing = try parseReason() }
        guard position < text.count else { throw error(.cutShort) }
        try require("\n", .badKeyword)
        return entry
    }

    private mutating func parseContent(of entry: inout TreeEntry) throws(TreeTextError) {
        if entry.kind == .file {
            if take(" size=") {
                entry.size = Int64(try parseNumber(upTo: UInt64(Int64.max)))
                guard entry.size > 0 else { throw error(.badNumber) }
            }
            if take(" sha256digest=") {
                entry.content = try parseDigest()
            } else if take(" datadigest=") {
                entry.content = try parseDigest()
                entry.isCondensed = true
            }
        } else if entry.kind == .directory, take(" tree=") {
            entry.tree = try parseDigest()
        }
    }

    private mutating func parseLinks(of entry: inout TreeEntry) throws(TreeTextError) {
        if entry.kind == .link, take(" link=") {
            entry.target = try parseEscaped()
            guard !entry.target.isEmpty else { throw error(.badKeyword) }
        }
        if entry.kind == .characterDevice || entry.kind == .blockDevice,
            take(" device=native,")
        {
            let major = UInt32(try parseNumber(upTo: UInt64(UInt32.max)))
            try require(",", .badNumber)
            let minor = UInt32(try parseNumber(upTo: UInt64(UInt32.max)))
            entry.device = DeviceNumber(major: major, minor: minor)
        }
        if take(" nlink=") {
            let count = UInt32(try parseNumber(upTo: UInt64(UInt32.max)))
            try require(" inode=", .badKeyword)
            let device = try parseNumber(upTo: .max)
            try require(".", .badNumber)
            entry.linkGroup = LinkGroup(
                device: device, inode: try parseNumber(upTo: .max), count: count)
        }
    }

    private mutating func parseAttributes(of entry: inout TreeEntry) throws(TreeTextError) {
        while take(" xattr.") {
            let name = try parseEscaped()
            try require("=", .badAttribute)
            if let previous = entry.attributes.last {
                guard previous.name.lexicographicallyPrecedes(name) else {
                    throw error(.badAttribute)
                }
            }
            let start = position
            skipValue()
            guard !name.isEmpty, let value = Base64.decode(text[start..<position]) else {
                throw error(.badAttribute)
            }
            entry.attributes.append(ExtendedAttribute(name: name, value: value))
        }
    }

    /// A condensed content is nothing without a map of places inside of the file.
    private func checkMap(of entry: TreeEntry) throws(TreeTextError) {
        guard let ranges = entry.dataRanges else { throw error(.badRanges) }
        if let last = ranges.last, last.offset + last.count > entry.size {
            throw error(.badRanges)
        }
    }

    private mutating func parseRanges() throws(TreeTextError) -> [DataRange] {
        var ranges = [DataRange]()
        var end: UInt64 = 0
        while position < text.count, text[position] != 0x20, text[position] != 0x0A {
            if !ranges.isEmpty { try require(",", .badRanges) }
            let offset = try parseNumber(upTo: UInt64(Int64.max))
            try require("+", .badRanges)
            let count = try parseNumber(upTo: UInt64(Int64.max) - offset)
            guard count > 0, offset >= end else { throw error(.badRanges) }
            ranges.append(DataRange(offset: Int64(offset), count: Int64(count)))
            end = offset + count
        }
        return ranges
    }
}
