internal import LinuxSystem
package import SnapshotModel

/// A tree that changes at random and says in which directories, as inotify would.
package struct RandomTree {
    private let scratch: ScratchDirectory
    /// The directories in which names, or what they stand for, were changed.
    package var dirty: Set<BytePath> { Set(touched.keys) }
    /// The same with the names that events would give; none where the directory itself was changed.
    package private(set) var touched: [BytePath: NameSelection] = [:]
    /// The second names that files got, and the inodes of these.
    private var links: [BytePath: FileIdentity] = [:]
    private let directories = ["d0", "d1", "d2"]
    private let files: [String]
    private let isLinking: Bool

    /// Makes a tree in a directory.
    ///
    /// One that is `linking` has files with several names, but nothing that hides files: no watcher hears of a name
    /// that comes or goes where all is hidden.
    package init(scratch: ScratchDirectory, linking: Bool = false) {
        self.scratch = scratch
        isLinking = linking
        let plain = ["f0", "f1", "f2.o"]
        files = linking ? plain : plain + [".snapagentignore", "CACHEDIR.TAG"]
    }

    /// Begins to say anew what was changed.
    package mutating func forget() {
        touched = [:]
        links = [:]
    }

    /// Whether a second name of a file came and went, so that no event tells of the file: a watcher is in doubt then.
    package var isDoubtful: Bool {
        links.contains { path, identity in
            let present = try? scratch.descriptor.openBeneath(path, [.pathOnly, .noFollow]).status()
            return present?.identity != identity
        }
    }

    /// Makes one change, or none where it does not fit what is there.
    package mutating func change(using random: inout SeededGenerator) throws {
        let directory = directory(using: &random)
        do throws(SystemError) {
            switch Int.random(in: 0...10, using: &random) {
            case 0...3: try write(in: directory, using: &random)
            case 4, 5: try makeDirectory(in: directory, using: &random)
            case 6: try remove(in: directory, using: &random)
            case 7: try rename(from: directory, using: &random)
            case 8: try setMode(of: directory, using: &random)
            case 9 where isLinking: try hardLink(in: directory, using: &random)
            default: try link(in: directory, using: &random)
            }
        } catch {
            // A random change may hit a name of another kind, or none: then nothing has changed.
            return
        }
    }

    private mutating func touch(_ directory: BytePath, _ names: [UInt8]...) {
        touched[directory, default: .names([])].formUnion(.names(Set(names)))
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
        touch(directory, name)
        try file.write(content, at: 0)
    }

    private mutating func makeDirectory(
        in directory: BytePath, using random: inout SeededGenerator
    ) throws(SystemError) {
        let name = Array((directories.randomElement(using: &random) ?? "").utf8)
        try open(directory).makeDirectory(name)
        touch(directory, name)
    }

    private mutating func remove(
        in directory: BytePath, using random: inout SeededGenerator
    ) throws(SystemError) {
        let name = anyName(using: &random)
        let holder = try open(directory)
        let isDirectory = try holder.status(of: name).kind == .directory
        try holder.remove(name, directory: isDirectory)
        touch(directory, name)
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
        touch(directory, name)
        touch(other, newName)
    }

    private mutating func setMode(
        of directory: BytePath, using random: inout SeededGenerator
    ) throws(SystemError) {
        try open(directory).setMode(UInt32.random(in: 0o700...0o777, using: &random))
        touch(directory)
    }

    private mutating func link(
        in directory: BytePath, using random: inout SeededGenerator
    ) throws(SystemError) {
        let name = anyName(using: &random)
        try open(directory).makeLink(target: random.bytes(3).map { $0 | 1 }, at: name)
        touch(directory, name)
    }

    /// Gives a file or a symbolic link a second name, of which the first one's directory hears nothing.
    private mutating func hardLink(
        in directory: BytePath, using random: inout SeededGenerator
    ) throws(SystemError) {
        let from = try open(self.directory(using: &random))
        let old = anyName(using: &random)
        let name = anyName(using: &random)
        let status = try from.status(of: old)
        guard status.kind != .directory else { return }
        try open(directory).makeHardLink(from: from, old, to: name)
        touch(directory, name)
        links[directory.appending(name)] = status.identity
    }
}
