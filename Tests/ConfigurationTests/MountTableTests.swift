import SnapshotModel
import Testing

@testable import Configuration

/// Bind mounts need root to make, so the kernel's words about them are written here.
@Suite struct MountTableTests {
    private let table = MountTable(
        Array(
            #"""
            22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
            31 22 8:17 / /home rw - ext4 /dev/sdb1 rw
            40 22 8:17 /me/Documents/inner /mnt/store rw - ext4 /dev/sdb1 rw
            41 22 8:33 / /mnt/two\040words rw - xfs /dev/sdc1 rw
            42 41 8:17 /me /mnt/two\040words rw - ext4 /dev/sdb1 rw
            43 22 0:50 /@sub/a /srv rw - btrfs /dev/sdd rw

            """#.utf8))

    private func place(_ path: String) -> PhysicalPlace { table.place(of: BytePath(path)) }

    @Test func aBindMountOfAnInnerDirectoryIsInside() {
        let documents = place("/home/me/Documents")
        #expect(documents.holds(place("/mnt/store/documents")))
        #expect(documents.holds(place("/mnt/store")))
        #expect(documents.holds(place("/home/me/Documents/a")))
        #expect(!documents.holds(place("/mnt/storeroom")))
        #expect(!documents.holds(place("/home/me/Documents2")))
        #expect(!place("/mnt/store").holds(documents))
    }

    @Test func theUppermostMountCountsAndNamesAreUnescaped() {
        #expect(place("/home").holds(place("/mnt/two words/x")))
        #expect(place("/mnt/two words/Documents").holds(place("/mnt/store/x")))
        #expect(!place("/home/me/Documents").holds(place("/mnt/two words/x")))
    }

    @Test func otherFileSystemsAreOthers() {
        #expect(!place("/home/me").holds(place("/srv/me")))
        #expect(place("/srv").inside == BytePath("/@sub/a"))
        #expect(place("/srv/x/y").inside == BytePath("/@sub/a/x/y"))
        #expect(place("/").holds(place("/srv/x")))
    }

    @Test func withoutAMountTablePathsDecide() {
        let none = MountTable([])
        let place = none.place(of: BytePath("/a"))
        #expect(place.holds(none.place(of: BytePath("/a/b"))))
        #expect(!place.holds(none.place(of: BytePath("/ab"))))
        #expect(!MountTable.current().place(of: BytePath("/proc")).device.isEmpty)
    }

    @Test func theSameInodeIsTheSameDirectoryByWhateverPath() {
        let root = MountTable([]).place(of: BytePath("/proc/self/root")).withLineage()
        let below = MountTable([]).place(of: BytePath("/tmp")).withLineage()
        #expect(root.holds(below))
        #expect(!below.holds(root))
    }
}
