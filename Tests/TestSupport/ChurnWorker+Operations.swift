package import LinuxSystem
internal import SnapshotModel

extension ChurnWorker {
    mutating func writeNew() throws(SystemError) {
        let directory = try anyDirectory()
        let file = try directory.open(
            anyFile(), [.writeOnly, .create, .truncate, .noFollow, .nonBlocking], mode: 0o644)
        try file.write(content(), at: 0)
    }

    mutating func append() throws(SystemError) {
        let directory = try anyDirectory()
        let file = try directory.open(
            anyFile(), [.writeOnly, .append, .noFollow, .nonBlocking])
        for _ in 0..<Int.random(in: 1...4, using: &random) { try file.append(random.bytes(20)) }
    }

    mutating func truncate() throws(SystemError) {
        let directory = try anyDirectory()
        let file = try directory.open(anyFile(), [.writeOnly, .noFollow, .nonBlocking])
        try file.truncate(to: Int64.random(in: 0...5_000, using: &random))
    }

    /// Saves as an editor does: beside the file, then over it, with or without a backup.
    mutating func replace() throws(SystemError) {
        let directory = try anyDirectory()
        let (name, temporary) = (anyFile(), freshName())
        let file = try directory.open(temporary, [.writeOnly, .create], mode: 0o600)
        try file.write(content(), at: 0)
        if Bool.random(using: &random) {
            try directory.rename(name, to: directory, name + [UInt8(ascii: "~")], replacing: true)
        }
        try directory.rename(temporary, to: directory, name, replacing: true)
    }

    mutating func makeDirectories() throws(SystemError) {
        var directory = try anyDirectory()
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let name = element(of: Self.directories)
            do throws(SystemError) {
                try directory.makeDirectory(name, mode: 0o755)
            } catch {
                guard error.errno == .exists else { throw error }
            }
            directory = try directory.open(name, [.readOnly, .directory, .noFollow])
        }
        let file = try directory.open(
            anyFile(), [.writeOnly, .create, .noFollow, .nonBlocking], mode: 0o644)
        try file.write(content(), at: 0)
    }

    mutating func rename() throws(SystemError) {
        let from = try anyDirectory()
        let to = try anyDirectory()
        try from.rename(
            anyName(), to: to, anyName(), replacing: Bool.random(using: &random))
    }

    mutating func exchange() throws(SystemError) {
        let from = try anyDirectory()
        let to = try anyDirectory()
        try from.exchange(anyName(), with: to, anyName())
    }

    mutating func remove() throws(SystemError) {
        let directory = try anyDirectory()
        try directory.remove(anyFile())
    }

    mutating func removeTree() throws(SystemError) {
        let directory = try anyDirectory()
        try directory.removeTree(element(of: Self.directories))
    }

    mutating func link() throws(SystemError) {
        let directory = try anyDirectory()
        try directory.makeLink(target: random.bytes(5).map { $0 | 1 }, at: anyName())
    }

    mutating func hardLink() throws(SystemError) {
        let from = try anyDirectory()
        let to = try anyDirectory()
        try to.makeHardLink(from: from, anyFile(), to: anyFile())
    }

    mutating func setMode() throws(SystemError) {
        let directory = try anyDirectory()
        let name = anyName()
        guard try directory.status(of: name).kind != .link else { return }
        try directory.setMode(of: name, UInt32.random(in: 0o400...0o777, using: &random))
    }

    mutating func moveOut() throws(SystemError) {
        let directory = try anyDirectory()
        let number = UInt8.random(in: 0..<4, using: &random)
        try directory.rename(
            element(of: Self.directories), to: outside, [UInt8(ascii: "0") + number],
            replacing: false)
    }

    mutating func moveIn() throws(SystemError) {
        let directory = try anyDirectory()
        let number = UInt8.random(in: 0..<4, using: &random)
        try outside.rename(
            [UInt8(ascii: "0") + number], to: directory, element(of: Self.directories),
            replacing: false)
    }

    /// Makes a file that has no name before it is complete, see open(2), O_TMPFILE.
    mutating func linkUnnamed() throws(SystemError) {
        let directory = try anyDirectory()
        let file = try directory.open([UInt8(ascii: ".")], [.temporary, .readWrite], mode: 0o640)
        try file.write(content(), at: 0)
        try directory.makeName(anyFile(), for: file)
        try file.append(random.bytes(10))
    }
}

extension FileDescriptor {
    /// Removes a directory with all in it, as far as others let it.
    package borrowing func removeTree(_ name: [UInt8]) throws(SystemError) {
        let directory = try open(name, [.readOnly, .directory, .noFollow])
        var inner: [([UInt8], EntryKind?)] = []
        do {
            try directory.names { name, kind in inner.append((name, kind)) }
        } catch {
            throw SystemError("getdents64", path: BytePath(name), errno: .io)
        }
        for (name, kind) in inner {
            if kind == .directory {
                try directory.removeTree(name)
            } else {
                try directory.remove(name)
            }
        }
        try remove(name, directory: true)
    }
}
