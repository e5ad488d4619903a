internal import LinuxSystem
internal import SnapshotModel

/// A watched directory.
struct Node {
    /// The watch of the directory above, `nil` for a root.
    var parent: Int32?
    /// Its name in that directory, empty for a root.
    var name: [UInt8]
    /// The root it belongs to.
    let root: Int
    /// What the directory was when its watch was made.
    let identity: FileIdentity
    /// The walk that saw it last.
    var walk: Int
}

/// Every watched directory by its watch, which the kernel never gives twice.
///
/// There may be a million of them: each takes one entry of an array, and its name a slice of another.
struct NodeTable {
    /// Stands for no entry and no watch.
    static let none: Int32 = -1

    /// A directory as it is kept: those in the same directory are a list, and those that share a hash are another.
    struct Entry {
        var watch: Int32
        var parent: Int32
        var firstChild = none
        var next = none
        var previous = none
        var nextAlike = none
        var name: NameTable.Slice
        var walk: Int
        let root: Int
        let identity: FileIdentity
        /// When its changes were noted last.
        var notes: UInt32 = 0
    }

    var entries: [Entry] = []
    var names = NameTable()
    private var vacant: [Int32] = []
    private var indices: [Int32: Int32] = [:]
    /// The newest entry for the hash of a directory's watch and a name in it.
    private var places: [Int: Int32] = [:]
    /// Counts what makes noted changes invalid; 0 is never noted.
    private var notes: UInt32 = 1
    private var notedNames = NotedNames()
    var lastPath: (watch: Int32, path: BytePath)?

    /// How many directories are watched.
    var count: Int { indices.count }

    /// Whether a directory has this watch.
    func contains(_ watch: Int32) -> Bool { indices[watch] != nil }

    /// The directory of a watch.
    subscript(watch: Int32) -> Node? {
        guard let entry = entry(watch) else { return nil }
        return Node(
            parent: entry.parent == Self.none ? nil : entry.parent, name: names[entry.name],
            root: entry.root, identity: entry.identity, walk: entry.walk)
    }

    /// The watches of the directories in a directory.
    func children(of watch: Int32) -> [Int32] {
        var found: [Int32] = []
        var next = entry(watch)?.firstChild ?? Self.none
        while next != Self.none {
            found.append(entries[Int(next)].watch)
            next = entries[Int(next)].next
        }
        return found
    }

    /// The watch of the directory `name` in a watched directory.
    func child(of parent: Int32, named name: [UInt8]) -> Int32? {
        guard let entry = entry(parent), entry.firstChild != Self.none else { return nil }
        var next = places[names.hash(of: name, in: parent)] ?? Self.none
        while next != Self.none {
            let found = entries[Int(next)]
            if found.parent == parent, names.holds(name, at: found.name) { return found.watch }
            next = found.nextAlike
        }
        return nil
    }

    /// Adds a directory, which must not be there yet.
    mutating func insert(_ node: Node, watch: Int32) {
        let entry = Entry(
            watch: watch, parent: Self.none, name: names.insert(node.name), walk: node.walk,
            root: node.root, identity: node.identity)
        let index: Int32
        if let free = vacant.popLast() {
            index = free
            entries[Int(index)] = entry
        } else {
            index = Int32(entries.count)
            entries.append(entry)
        }
        indices[watch] = index
        if let parent = node.parent { attach(index, to: parent, name: node.name) }
    }

    /// Notes which walk saw a directory last.
    mutating func mark(_ watch: Int32, walk: Int) {
        guard let index = indices[watch] else { return }
        entries[Int(index)].walk = walk
    }

    /// Gives a directory with all below it another place.
    mutating func move(_ watch: Int32, to parent: Int32, name: [UInt8]) {
        guard let index = indices[watch] else { return }
        lastPath = nil
        forgetNotes()
        detach(index)
        names.remove(entries[Int(index)].name)
        entries[Int(index)].name = names.insert(name)
        attach(index, to: parent, name: name)
        tidyNames()
    }

    /// Removes a directory with all below it and returns their watches.
    mutating func removeTree(_ watch: Int32) -> [Int32] {
        lastPath = nil
        guard let top = indices[watch] else { return [] }
        var removed: [Int32] = []
        var pending = [top]
        detach(top)
        while let index = pending.popLast() {
            let entry = entries[Int(index)]
            var child = entry.firstChild
            while child != Self.none {
                pending.append(child)
                forgetPlace(of: child)
                child = entries[Int(child)].next
            }
            removed.append(entry.watch)
            indices[entry.watch] = nil
            names.remove(entry.name)
            entries[Int(index)].watch = Self.none
            vacant.append(index)
        }
        if indices.isEmpty { self = NodeTable() } else { tidyNames() }
        return removed
    }

    /// Whether changes in a directory were noted since all such notes were forgotten.
    func isNoted(_ entry: Entry) -> Bool { entry.notes == notes }

    /// Notes that changes in a directory are known under the path it has.
    mutating func note(_ watch: Int32) {
        if let index = indices[watch] { entries[Int(index)].notes = notes }
    }

    /// Whether a change of this name was noted since all such notes were forgotten; in doubt it was not.
    func isNoted(_ name: [UInt8], of watch: Int32) -> Bool {
        notedNames.contains(names.hash(of: name, in: watch), notes)
    }

    /// Notes that a change of a name is known under the path that its directory has.
    mutating func note(_ name: [UInt8], of watch: Int32) {
        notedNames.insert(names.hash(of: name, in: watch), notes)
    }

    /// Forgets which directories and names have changes: they were handed out, or their paths are others.
    mutating func forgetNotes() {
        notes += 1
    }

    /// A directory as it is kept.
    func entry(_ watch: Int32) -> Entry? {
        indices[watch].map { entries[Int($0)] }
    }

    /// Puts an entry first among those of a directory.
    private mutating func attach(_ index: Int32, to parent: Int32, name: [UInt8]) {
        entries[Int(index)].parent = parent
        let hash = names.hash(of: name, in: parent)
        entries[Int(index)].nextAlike = places.updateValue(index, forKey: hash) ?? Self.none
        guard let above = indices[parent] else { return }
        let first = entries[Int(above)].firstChild
        entries[Int(index)].next = first
        if first != Self.none { entries[Int(first)].previous = index }
        entries[Int(above)].firstChild = index
    }

    private mutating func detach(_ index: Int32) {
        let entry = entries[Int(index)]
        guard entry.parent != Self.none else { return }
        forgetPlace(of: index)
        if entry.next != Self.none { entries[Int(entry.next)].previous = entry.previous }
        if entry.previous != Self.none {
            entries[Int(entry.previous)].next = entry.next
        } else if let above = indices[entry.parent] {
            entries[Int(above)].firstChild = entry.next
        }
        entries[Int(index)].next = Self.none
        entries[Int(index)].previous = Self.none
    }

    private mutating func forgetPlace(of index: Int32) {
        let entry = entries[Int(index)]
        let hash = names.hash(of: names[entry.name], in: entry.parent)
        guard var before = places[hash] else { return }
        if before == index {
            places[hash] = entry.nextAlike == Self.none ? nil : entry.nextAlike
            return
        }
        while before != Self.none {
            let next = entries[Int(before)].nextAlike
            if next == index { entries[Int(before)].nextAlike = entry.nextAlike }
            before = next
        }
    }

    private mutating func tidyNames() {
        guard names.isWasteful else { return }
        var tidy = NameTable()
        for index in entries.indices where entries[index].watch != Self.none {
            entries[index].name = tidy.insert(names[entries[index].name])
        }
        names = tidy
    }
}
