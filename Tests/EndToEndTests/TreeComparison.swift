import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// What a person would call the same: everything about a name but its inode and the time of its metadata.
struct NameFacts: Hashable, CustomStringConvertible {
    var kind: EntryKind
    var mode: UInt32
    var uid: UInt32
    var gid: UInt32
    var size: Int64
    var modified: FileTime
    var target: [UInt8]
    /// The first name of the same inode, if it has several.
    var linkedTo: BytePath?

    var description: String {
        "\(kind) \(String(mode, radix: 8)) \(uid):\(gid) size \(size) "
            + "\(modified.seconds).\(modified.nanoseconds)"
            + (linkedTo.map { " linked to \($0.display)" } ?? "")
    }
}

/// Every name below a directory, with its facts; the directory itself is not among them.
func facts(of root: String) throws -> [BytePath: NameFacts] {
    var all: [BytePath: NameFacts] = [:]
    let directory = try FileDescriptor.open(BytePath(root), [.readOnly, .directory])
    var linked: [FileIdentity: [BytePath]] = [:]
    try collect(directory, .root, into: &all, &linked)
    for names in linked.values where names.count > 1 {
        for name in names { all[name]?.linkedTo = names.min() }
    }
    return all
}

private func collect(
    _ directory: borrowing FileDescriptor, _ path: BytePath, into all: inout [BytePath: NameFacts],
    _ linked: inout [FileIdentity: [BytePath]]
) throws {
    var names: [[UInt8]] = []
    try directory.names { name, _ in names.append(name) }
    for name in names {
        let status = try directory.status(of: name)
        let inner = path.appending(name)
        all[inner] = NameFacts(
            kind: status.kind, mode: status.kind == .link ? 0 : status.mode, uid: status.uid,
            gid: status.gid, size: status.kind == .file ? status.size : 0,
            modified: status.modified,
            target: status.kind == .link ? try directory.readLink(name) : [])
        guard status.kind == .directory else {
            linked[status.identity, default: []].append(inner)
            continue
        }
        try collect(
            directory.open(name, [.readOnly, .directory, .noFollow]), inner, into: &all, &linked)
    }
}

/// Expects that two directories hold the same names with the same facts and contents.
func expectEqualTrees(
    _ first: String, _ second: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let left = try facts(of: first)
    let right = try facts(of: second)
    for (path, fact) in left where right[path] != fact {
        let other = right[path].map(\.description) ?? "absent"
        Issue.record(
            "\(path.display): \(fact), restored \(other)", sourceLocation: sourceLocation)
    }
    for path in right.keys where left[path] == nil {
        Issue.record("\(path.display) is too much", sourceLocation: sourceLocation)
    }
    let roots = try [first, second].map { try Root($0) }
    for (path, fact) in left where fact.kind == .file && right[path]?.size == fact.size {
        // A test is built for debugging, and cmp(1) is not.
        let equal =
            fact.size > 64 << 20
            ? try runProgram(["cmp", "\(first)/\(path.display)", "\(second)/\(path.display)"])
                .status
                == 0 : try sameContent(roots[0], roots[1], path, size: fact.size)
        #expect(equal, "\(path.display)", sourceLocation: sourceLocation)
    }
}

/// An open directory that several calls share.
private final class Root: Sendable {
    let descriptor: FileDescriptor

    init(_ path: String) throws {
        descriptor = try FileDescriptor.open(BytePath(path), [.readOnly, .directory])
    }
}

private func sameContent(_ left: Root, _ right: Root, _ path: BytePath, size: Int64) throws -> Bool
{
    let first = try left.descriptor.openBeneath(path, [.readOnly, .noFollow])
    let second = try right.descriptor.openBeneath(path, [.readOnly, .noFollow])
    var offset: Int64 = 0
    var one: [UInt8] = []
    var two: [UInt8] = []
    while offset < size {
        one.removeAll(keepingCapacity: true)
        two.removeAll(keepingCapacity: true)
        let count = Int(min(4 << 20, size - offset))
        let read = try first.read(into: &one, atMost: count, at: offset)
        _ = try second.read(into: &two, atMost: read, at: offset)
        guard read > 0, one == two else { return false }
        offset += Int64(read)
    }
    return true
}
