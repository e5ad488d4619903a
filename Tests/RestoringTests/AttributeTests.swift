import LinuxSystem
import Restoring
import SnapshotModel
import TestSupport
import Testing

/// A restore gives back the attributes and ACLs that the snapshot has, and takes away those that came since.
@Suite struct AttributeTests {
    private static let access = Array("system.posix_acl_access".utf8)

    /// The value of an ACL that grants a person something: see acl(5) and linux/posix_acl_xattr.h.
    private static func acl(user: UInt8) -> ExtendedAttribute {
        let entries: [[UInt8]] = [
            [1, 0, 6, 0, 255, 255, 255, 255], [2, 0, 4, 0, user, 0, 0, 0],
            [4, 0, 4, 0, 255, 255, 255, 255], [16, 0, 4, 0, 255, 255, 255, 255],
            [32, 0, 4, 0, 255, 255, 255, 255],
        ]
        return ExtendedAttribute(name: access, value: [2, 0, 0, 0] + entries.joined())
    }

    private static func user(_ name: String, _ value: UInt8) -> ExtendedAttribute {
        ExtendedAttribute(name: Array("user.\(name)".utf8), value: [value])
    }

    private func place() throws -> ScratchDirectory {
        let scratch = try ScratchDirectory()
        try scratch.write("a", to: "d/a")
        try scratch.write("b", to: "d/b")
        try open("d/b", scratch).setAttribute(Self.user("one", 1))
        try open("d/b", scratch).setAttribute(Self.acl(user: 5))
        return scratch
    }

    private func open(_ path: String, _ scratch: ScratchDirectory) throws -> FileDescriptor {
        try scratch.descriptor.openBeneath(BytePath(path), .readOnly)
    }

    /// Adds and changes attributes of everything.
    private func mess(_ scratch: ScratchDirectory) throws {
        for path in ["d", "d/a", "d/b"] {
            let file = try open(path, scratch)
            try file.setAttribute(Self.user("extra", 3))
            try file.setAttribute(Self.acl(user: 6))
        }
        try open("d/b", scratch).setAttribute(Self.user("one", 2))
    }

    @Test(arguments: [false, true])
    func areAsTheyWere(written: Bool) throws {
        let scratch = try place()
        let before = try scratch.picture()
        let snapshot = try MemorySnapshot(of: scratch)
        try mess(scratch)
        if written { for name in ["a", "b"] { try scratch.write("new", to: "d/\(name)") } }
        let request = RestoreRequest(destination: .inPlace(root: scratch.path))
        let plan = try RestorePlanner(contents: snapshot).plan(request)
        #expect(plan.counts.same.files == 0)
        #expect(try Restorer(contents: snapshot).apply(plan).groups == [])
        #expect(try scratch.picture() == before)
        #expect(try RestorePlanner(contents: snapshot).plan(request).changesNothing)
    }

    @Test func theRootIsSetRightToo() throws {
        let scratch = try place()
        let snapshot = try MemorySnapshot(of: scratch)
        let request = RestoreRequest(destination: .inPlace(root: scratch.path))
        #expect(try RestorePlanner(contents: snapshot).plan(request).changesNothing)
        try scratch.descriptor.setAttribute(Self.acl(user: 6))
        let plan = try RestorePlanner(contents: snapshot).plan(request)
        #expect(plan.adjustsRoot && !plan.changesNothing)
        let summary = try Restorer(contents: snapshot).apply(plan)
        #expect(summary.groups == [])
        #expect(summary.directories == 1)
        #expect(try scratch.descriptor.attributes() == [])
        try scratch.write("another name changes the time alone", to: "more")
        #expect(try RestorePlanner(contents: snapshot).plan(request).changesNothing)
        // Where files only join others the root is not the snapshot's.
        try scratch.descriptor.setMode(0o711)
        let elsewhere = RestoreRequest(
            destination: .directory(scratch.path, flattenSingle: false))
        #expect(try RestorePlanner(contents: snapshot).plan(elsewhere).changesNothing)
        try restore(snapshot, request)
        #expect(try scratch.descriptor.status().mode == snapshot.record.rootEntry.mode)
    }

    /// A default ACL of the directory says nothing of the files that the snapshot has in it.
    @Test func areNotInherited() throws {
        let scratch = try place()
        var acl = Self.acl(user: 6)
        acl.name = Array("system.posix_acl_default".utf8)
        try open("d", scratch).setAttribute(acl)
        let before = try scratch.picture()
        let snapshot = try MemorySnapshot(of: scratch)
        try open("d", scratch).remove(Array("a".utf8))
        try restore(snapshot, RestoreRequest(destination: .inPlace(root: scratch.path)))
        #expect(try scratch.picture() == before)
    }

    @Test func stayWhereTheSnapshotDoesNotKnowThem() throws {
        let scratch = try place()
        var snapshot = try MemorySnapshot(of: scratch)
        try open("d/a", scratch).setAttribute(Self.user("extra", 3))
        snapshot.record.missing = [
            MissingItem(path: BytePath("d/a"), reason: .unreadable, detail: "")
        ]
        let request = RestoreRequest(destination: .inPlace(root: scratch.path))
        let plan = try RestorePlanner(contents: snapshot).plan(request)
        #expect(plan.changesNothing)
        try scratch.write("new", to: "d/a")
        try restore(snapshot, request)
        #expect(try scratch.text(of: "d/a") == "a")
    }

    @Test func otherNamespacesAreLeftAlone() throws {
        let scratch = try place()
        let snapshot = try MemorySnapshot(of: scratch)
        try #require(SystemIdentity.effectiveUserID == 0)
        let trusted = ExtendedAttribute(name: Array("trusted.x".utf8), value: [1])
        try open("d/a", scratch).setAttribute(trusted)
        let request = RestoreRequest(destination: .inPlace(root: scratch.path))
        #expect(try RestorePlanner(contents: snapshot).plan(request).changesNothing)
        #expect(try open("d/a", scratch).attributes() == [trusted])
    }

    @Test func whatCannotBeRemovedIsTold() throws {
        let scratch = try place()
        let snapshot = try MemorySnapshot(of: scratch)
        try open("d/a", scratch).setAttribute(Self.user("extra", 3))
        let request = RestoreRequest(destination: .inPlace(root: scratch.path))
        let plan = try RestorePlanner(contents: snapshot).plan(request)
        #expect(plan.counts.adjust.files == 1)
        let summary = try SyscallFaults.refusing("fremovexattr", with: .notPermitted) {
            try Restorer(contents: snapshot).apply(plan)
        }
        #expect(summary.failed.map(\.code) == [.attributeNotSet])
        let told = "user.extra not removed: operation not permitted"
        #expect(summary.failed.map(\.message) == [told])
    }
}
