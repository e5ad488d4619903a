import Foundation
import SnapshotModel
import SnapshotStore
import TestSupport

extension CommandFixture {
    /// Takes snapshots with random changes in between, and lets a few of them expire.
    func saveRandomly(_ count: Int, _ random: inout SeededGenerator) throws {
        for _ in 1...count {
            for _ in 0..<Int.random(in: 1...5, using: &random) { try change(&random) }
            try save()
        }
        for _ in 1...3 {
            guard let snapshot = store.snapshots.dropLast().randomElement(using: &random)
            else { continue }
            try store.delete(snapshot.number)
        }
    }

    private func change(_ random: inout SeededGenerator) throws {
        let root = String(decoding: data.bytes, as: UTF8.self)
        let files = FileManager.default
        let all = ([""] + (files.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []))
            .sorted()
        func isDirectory(_ path: String) -> Bool {
            (try? files.attributesOfItem(atPath: root + "/" + path))?[.type] as? FileAttributeType
                == .typeDirectory
        }
        let holder = all.filter { isDirectory($0) }.randomElement(using: &random) ?? ""
        let names = ["a", "b", "c", "d"]
        let target =
            holder + (holder.isEmpty ? "" : "/") + (names.randomElement(using: &random) ?? "a")
        let place = root + "/" + target
        let some = all.randomElement(using: &random) ?? ""
        switch Int.random(in: 0...9, using: &random) {
        case 0...3 where !isDirectory(target):
            let text = ["", "one", "two", "three"].randomElement(using: &random) ?? ""
            try? files.removeItem(atPath: place)
            try Data(text.utf8).write(to: URL(fileURLWithPath: place))
        case 4 where !all.contains(target):
            try files.createDirectory(atPath: place, withIntermediateDirectories: false)
        case 5 where !some.isEmpty: try files.removeItem(atPath: root + "/" + some)
        case 6, 7:
            guard !some.isEmpty, !all.contains(target), !(target + "/").hasPrefix(some + "/")
            else { return }
            try files.moveItem(atPath: root + "/" + some, toPath: place)
        case 8 where !all.contains(target):
            try files.createSymbolicLink(
                atPath: place,
                withDestinationPath: names.randomElement(using: &random) ?? "a")
        default:
            // A link's target may not be there.
            try? files.setAttributes(
                [.posixPermissions: Int.random(in: 0o700...0o702, using: &random)],
                ofItemAtPath: root + "/" + some)
        }
    }
}
