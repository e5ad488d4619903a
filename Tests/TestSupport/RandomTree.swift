internal import LinuxSystem
package import SnapshotModel

/// A tree that changes at random and says in which directories, as inotify would.
package struct RandomTree {
    private let scratch: ScratchDirectory
    /// The directories in which names, or what they stand for, were changed.
    package var dirty: Set<BytePath> = []
    private let directories = ["d0", "d1", "d2"]
    private let files = ["f0", "f1", "f2.o", ".snapagentignore", "CACHEDIR.TAG"]

    /// Makes a tree in a directory.
    package init(scratch: ScratchDirectory) {
        self.scratch = scratch
    }

    /// Makes one change, or none where it does not fit what is there.
    package mutating func change(using random: inout SeededGenerator) throws {
        let directory = directory(using: &random)
        do throws(SystemError) {
            switch Int.random(in: 0..<10, using: &random) {
            case 0...3: try write(in: directory, using: &random)
            case 4, 5: try makeDirectory(in: directory, using: &random)
            case 6: try remove(in: directory, using: &random)
            case 7: try rename(from: directory, using: &random)
            case 8: try setMode(of: directory, using: &random)
            default: try link(in: directory, using: &random)
            }
        } catch {
            // A random change may hit a name of another kind, or none: then nothing has changed.
            return
        }
    }

    private func directory(using random: inout SeededGenerator) -> BytePath {
        var path = BytePath.root
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            path = path.appending(Array((directories.randomElement(using: &random) ?? "").utf8))
        }
        return path
    }

    private func open(_ directory: BytePath) throws(SystemError) -> FileDescriptor {
        try scratch.descriptor.openBeneath(directory, [.readOnly, .directory])
    }

    private func anyName(using random: inout SeededGenerator) -> [UInt8] {
        Array(((directories + files).randomElement(using: &random) ?? "").utf8)
    }

    private mutating func write(
        in directory: BytePath, using random: inout SeededGenerator
    ) throws(SystemError) {
        let name = Array((files.randomElement(using: &random) ?? "").utf8)
        let rules = ["*.x\n", "f1\n", "!f2.o\n", "d2/\n", ""]
        let content: [UInt8] =
            switch name {
            case Array("CACHEDIR.TAG".utf8):
                Array("Signature: 8a477f597d28d172789f06886806bc55\n".utf8)
            case IgnoreRules.fileName: Array((rules.randomElement(using: &random) ?? "").utf8)
            default: random.bytes(Int.random(in: 0...60, using: &random))
            }
        // Cache tags are rare, or nothing would be left to look at.
        if name == Array("CACHEDIR.TAG".utf8), Int.random(in: 0..<4, using: &random) > 0 { return }
        let file = try open(directory).open(
            name, [.writeOnly, .create, .truncate, .noFollow], mode: 0o644)
        dirty.insert(directory)
        try file.write(content, at: 0)
    }

    private mutating func makeDirectory(
        in directory: BytePath, using random: inout SeededGenerator
    ) throws(SystemError) {
        try open(directory).makeDirectory(
            Array((directories.randomElement(using: &random) ?? "").utf8))
        dirty.insert(directory)
    }

    private mutating func remove(
        in directory: BytePath, using random: inout SeededGenerator
    ) throws(SystemError) {
        let name = anyName(using: &random)
        let holder = try open(directory)
        let isDirectory = try holder.status(of: name).kind == .directory
        try holder.remove(name, directory: isDirectory)
        dirty.insert(directory)
    }

    private mutating func rename(
        from directory: BytePath, using random: inout SeededGenerator
    ) throws(SystemError) {
        let other = self.directory(using: &random)
        let name = anyName(using: &random)
        let from = try open(directory)
        let to = try open(other)
        let newName = anyName(using: &random)
        if Bool.random(using: &random) {
            try from.exchange(name, with: to, newName)
        } else {
            try from.rename(name, to: to, newName, replacing: true)
        }
        dirty.formUnion([directory, other])
    }

    private mutating func setMode(
        of directory: BytePath, using random: inout SeededGenerator
    ) throws(SystemError) {
        try open(directory).setMode(UInt32.random(in: 0o700...0o777, using: &random))
        dirty.insert(directory)
    }

    private mutating func link(
        in directory: BytePath, using random: inout SeededGenerator
    ) throws(SystemError) {
        try open(directory).makeLink(
            target: random.bytes(3).map { $0 | 1 }, at: anyName(using: &random))
        dirty.insert(directory)
    }
}
