internal import LinuxSystem
package import SnapshotModel

/// Somebody at work on a tree: operations at random, without regard for others who do the same.
///
/// Operations that do not fit what is there by now do nothing.
package struct ChurnWorker: ~Copyable {
    /// The tree.
    let tree: FileDescriptor
    /// Where trees are moved to, and come back from.
    let outside: FileDescriptor
    var random: SeededGenerator
    private var made = 0

    static let directories = ["a", "caf\u{e9}", "d d"].map { Array($0.utf8) }
    static let files =
        ["one", "two", "new\nline"].map { Array($0.utf8) } + [
            [0xFF, 0xFE, 0x41]
        ]

    /// Starts work on a tree; `outside` is a directory on the same file system.
    package init(tree: BytePath, outside: BytePath, seed: UInt64) throws {
        let inside = try FileDescriptor.open(tree, [.readOnly, .directory])
        let other = try FileDescriptor.open(outside, [.readOnly, .directory])
        self.tree = inside
        self.outside = other
        random = SeededGenerator(seed: seed)
    }

    /// Does `count` operations.
    package mutating func work(_ count: Int) {
        for _ in 0..<count {
            do throws(SystemError) {
                try operate()
            } catch {
                // Somebody else was there first, or there was nothing to work on.
                continue
            }
        }
    }

    private mutating func operate() throws(SystemError) {
        switch Int.random(in: 0..<100, using: &random) {
        case ..<14: try writeNew()
        case ..<22: try append()
        case ..<28: try truncate()
        case ..<34: try replace()
        case ..<42: try makeDirectories()
        case ..<56: try rename()
        case ..<61: try exchange()
        case ..<70: try remove()
        case ..<77: try removeTree()
        case ..<82: try link()
        case ..<88: try hardLink()
        case ..<93: try setMode()
        case ..<96: try moveOut()
        case ..<99: try moveIn()
        default: try linkUnnamed()
        }
    }

    mutating func anyDirectory() throws(SystemError) -> FileDescriptor {
        var path = BytePath.root
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            path = path.appending(element(of: Self.directories))
        }
        return try tree.openBeneath(path, [.readOnly, .directory])
    }

    mutating func anyFile() -> [UInt8] { element(of: Self.files) }

    mutating func anyName() -> [UInt8] { element(of: Self.files + Self.directories) }

    mutating func element(of names: [[UInt8]]) -> [UInt8] {
        names[Int.random(in: names.indices, using: &random)]
    }

    mutating func content() -> [UInt8] {
        let isLarge = Int.random(in: 0..<40, using: &random) == 0
        return random.bytes(Int.random(in: 0...(isLarge ? 300_000 : 2_000), using: &random))
    }

    /// A name that no other operation of this worker used.
    mutating func freshName() -> [UInt8] {
        made += 1
        return Array("\(random.seed)-\(made)".utf8)
    }
}
