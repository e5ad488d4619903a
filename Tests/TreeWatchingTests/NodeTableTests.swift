internal import LinuxSystem
internal import SnapshotModel
internal import TestSupport
internal import Testing

@testable internal import TreeWatching

@Suite struct NodeTableTests {
    private func insert(
        _ table: inout NodeTable, _ watch: Int32, _ parent: Int32?, _ name: String
    ) {
        let node = Node(
            parent: parent, name: Array(name.utf8), root: 1,
            identity: FileIdentity(device: 1, inode: UInt64(watch)), walk: 0)
        table.insert(node, watch: watch)
    }

    @Test func aMoveTakesAllBelowAlong() {
        var table = NodeTable()
        insert(&table, 1, nil, "")
        insert(&table, 2, 1, "a")
        insert(&table, 3, 2, "b")
        insert(&table, 4, 3, "c")
        #expect(table.path(of: 4) == BytePath("a/b/c"))
        table.move(3, to: 1, name: Array("new".utf8))
        #expect(table.path(of: 4) == BytePath("new/c"))
        #expect(table.find(BytePath("new/c"), below: 1) == 4)
        #expect(table.find(BytePath("a/b"), below: 1) == nil)
        #expect(table.isInside(4, 3))
        #expect(!table.isInside(4, 2))
        #expect(Set(table.removeTree(3)) == [3, 4])
        #expect(table.count == 2)
        #expect(table.child(of: 1, named: Array("new".utf8)) == nil)
    }

    @Test func aSuccessorKeepsItsPlaceWhenTheOldOneGoes() {
        var table = NodeTable()
        insert(&table, 1, nil, "")
        insert(&table, 2, 1, "a")
        insert(&table, 3, 1, "a")
        #expect(table.removeTree(2) == [2])
        #expect(table.child(of: 1, named: Array("a".utf8)) == 3)
    }

    @Test func randomMovesKeepPathsAndPlacesTogether() {
        var generator = SeededGenerator()
        var table = NodeTable()
        insert(&table, 0, nil, "")
        for watch in Int32(1)...60 {
            insert(&table, watch, Int32.random(in: 0..<watch, using: &generator), "n\(watch)")
        }
        for _ in 0..<500 {
            let watch = Int32.random(in: 1...60, using: &generator)
            let parent = Int32.random(in: 0...60, using: &generator)
            guard table[watch] != nil, table[parent] != nil, !table.isInside(parent, watch) else {
                continue
            }
            table.note(watch)
            if Int.random(in: 0..<50, using: &generator) == 0 {
                for removed in table.removeTree(watch) { #expect(table[removed] == nil) }
            } else {
                table.move(watch, to: parent, name: Array("n\(watch)".utf8))
            }
        }
        var left = 0
        for watch in Int32(0)...60 where table[watch] != nil {
            left += 1
            let path = table.path(of: watch)
            #expect(table.find(path, below: 0) == watch, "seed \(generator.seed)")
            for child in table.children(of: watch) {
                #expect(table[child]?.parent == watch, "seed \(generator.seed)")
            }
        }
        #expect(left == table.count, "seed \(generator.seed)")
    }

    @Test func namesThatAreGoneGiveTheirRoomBack() {
        var table = NodeTable()
        let long = String(repeating: "x", count: 200)
        insert(&table, 1, nil, "")
        insert(&table, 2, 1, "stays")
        for watch in Int32(3)...3_000 {
            insert(&table, watch, 2, "\(long)\(watch)")
            table.move(watch, to: 1, name: Array("\(watch)\(long)".utf8))
            if watch > 10 { #expect(table.removeTree(watch) == [watch]) }
        }
        #expect(table.names.byteCount < 1 << 18)
        #expect(table.entries.count <= 11)
        #expect(table.path(of: 2) == BytePath("stays"))
        for watch in Int32(3)...10 {
            #expect(table.path(of: watch) == BytePath("\(watch)\(long)"))
            #expect(table.child(of: 1, named: Array("\(watch)\(long)".utf8)) == watch)
        }
        #expect(Set(table.children(of: 1)) == Set(2...10))
        #expect(table.children(of: 2) == [])
        #expect(table.removeTree(1).count == 10)
        #expect(table.entries.isEmpty)
    }

    @Test func notesAreForgottenWithThePaths() throws {
        var table = NodeTable()
        insert(&table, 1, nil, "")
        insert(&table, 2, 1, "a")
        func isNoted(_ watch: Int32) throws -> Bool {
            table.isNoted(try #require(table.entry(watch)))
        }
        #expect(try !isNoted(2))
        table.note(2)
        #expect(try isNoted(2))
        #expect(try !isNoted(1))
        // What was noted under another path says nothing of the new one.
        table.move(2, to: 1, name: Array("b".utf8))
        #expect(try !isNoted(2))
        table.note(2)
        table.forgetNotes()
        #expect(try !isNoted(2))
    }

    @Test func tooManyDirectoriesAreEverything() {
        var dirty = DirtySet()
        for number in 0...DirtySet.largest { dirty.insert(BytePath("\(number)")) }
        #expect(dirty.everything)
        #expect(dirty.directories.isEmpty)
        #expect(dirty.reason == "more than 65536 directories changed")
        var other = DirtySet()
        #expect(other.isEmpty)
        other.formUnion(dirty)
        #expect(other == dirty)
    }
}
